// Sound and vibration, which are off by default.

const SOUND = "huarong sound";

// The pitches of a move and of a win, in hertz, and the seconds from one tone to the next.
const KNOCK = [190];
const FANFARE = [523, 659, 784];
const BEAT = 0.14;

let audio = null;

const hasSound = () => kept(SOUND) === "yes";

function play(pitches) {
  if (!hasSound()) return;
  navigator.vibrate?.(pitches.length > 1 ? [30, 60, 30] : 12);
  audio ??= new AudioContext();
  for (const [at, pitch] of pitches.entries()) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    const start = audio.currentTime + at * BEAT;
    Object.assign(tone, { type: "triangle" }).frequency.value = pitch;
    gain.gain.setValueAtTime(0.25, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + BEAT);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + BEAT);
  }
}

function setUpSound(button) {
  setUpSwitch(button, hasSound, () => {
    keep(SOUND, hasSound() ? "" : "yes");
    play(KNOCK);
  });
}
