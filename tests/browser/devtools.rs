//! A small client of Chromium's `DevTools` protocol, over the pipe that it offers: messages are
//! JSON, each ended by a zero byte. <https://chromedevtools.github.io/devtools-protocol/>

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// What it is called where it is installed. The first one has no windows, which take half the time
/// of a test.
const NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
];

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The headless browser of all tests. It ends with the program, when its pipe is closed.
struct Chromium {
    to: Mutex<ChildStdin>,
    last_id: AtomicU64,
    receivers: Arc<Receivers>,
}

/// Where the answer to a message goes, by the number of the message, and where the events of a
/// session go, by its name.
type Receivers = Mutex<HashMap<String, Sender<Value>>>;

/// A browser with one page open, whose storage is empty at first and no other page's.
pub(crate) struct Browser {
    chromium: &'static Chromium,
    to: Sender<Value>,
    from: Receiver<Value>,
    /// The profile of the page; it is empty before a page is open.
    context: Value,
    /// The session of the open page; `None` before a page is open.
    session: Option<String>,
    /// Events that the browser has sent.
    events: Vec<Value>,
    /// Whether a complaint of the page fails the test when it is over.
    is_strict: bool,
    /// Holds the file of the page.
    _folder: tempfile::TempDir,
}

/// A screen to look at a page on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Screen {
    Desktop,
    /// 360 wide and touched by fingers.
    Phone,
    /// The same on its side.
    Landscape,
    /// As wide and as high.
    Window(u32, u32),
}

impl Browser {
    /// A browser that shows this page.
    ///
    /// # Panics
    /// If none is installed.
    pub(crate) fn open(html: &str, screen: Screen) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("page.html"), html).expect("it can be written");
        Self::open_folder(folder, "page.html", screen)
    }

    /// A browser that shows a page of this folder.
    ///
    /// # Panics
    /// If none is installed.
    pub(crate) fn open_folder(folder: tempfile::TempDir, page: &str, screen: Screen) -> Self {
        let url = format!("file://{}/{page}", folder.path().display());
        Self::launched(folder, &url, screen)
    }

    /// A browser that shows what a server has.
    ///
    /// # Panics
    /// If none is installed.
    pub(crate) fn open_url(url: &str, screen: Screen) -> Self {
        Self::launched(tempfile::tempdir().expect("a folder"), url, screen).forgiving()
    }

    /// The same, where a page is expected to complain.
    pub(crate) fn forgiving(mut self) -> Self {
        self.is_strict = false;
        self
    }

    fn launched(folder: tempfile::TempDir, url: &str, screen: Screen) -> Self {
        static CHROMIUM: OnceLock<Chromium> = OnceLock::new();
        let (to, from) = channel();
        let mut browser = Browser {
            chromium: CHROMIUM.get_or_init(Chromium::launch),
            to,
            from,
            context: Value::Null,
            session: None,
            events: Vec::new(),
            is_strict: true,
            _folder: folder,
        };
        browser.attach();
        browser.set_screen(screen);
        browser.call("Page.navigate", &json!({"url": url}));
        // Not the event of a page that is loaded: the empty one before may send it late.
        browser.wait_until("location.protocol !== 'about:' && document.readyState === 'complete'");
        browser
    }

    /// Opens a page with a profile of its own, and listens to it.
    fn attach(&mut self) {
        let context = self.call("Target.createBrowserContext", &json!({}));
        self.context = context["browserContextId"].clone();
        let page = json!({"url": "about:blank", "browserContextId": self.context});
        let page = self.call("Target.createTarget", &page);
        let target = json!({"targetId": page["targetId"], "flatten": true});
        let session = self.call("Target.attachToTarget", &target);
        let session = session["sessionId"].as_str().expect("a name").to_owned();
        self.chromium.deliver_to(&session, &self.to);
        self.session = Some(session);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), &json!({}));
        }
        // Each page is the one in front.
        self.call(
            "Emulation.setFocusEmulationEnabled",
            &json!({"enabled": true}),
        );
    }

    fn set_screen(&mut self, screen: Screen) {
        let (width, height, is_mobile) = match screen {
            Screen::Desktop => (1200, 900, false),
            Screen::Phone => (360, 740, true),
            Screen::Landscape => (740, 360, true),
            Screen::Window(width, height) => (width, height, false),
        };
        let scale = if is_mobile { 2 } else { 1 };
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": is_mobile
        });
        self.call("Emulation.setDeviceMetricsOverride", &metrics);
        self.call(
            "Emulation.setTouchEmulationEnabled",
            &json!({"enabled": is_mobile}),
        );
    }

    /// What a method of the protocol answers.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        let mut answer = self.ask(method, parameters);
        assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
        answer["result"].take()
    }

    /// The same, or an error.
    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        let session = self.session.as_deref();
        let id = self.chromium.send(&self.to, session, method, parameters);
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
            self.events.push(message);
        }
    }

    fn receive(&mut self) -> Value {
        self.from
            .recv_timeout(PATIENCE)
            .expect("the browser answers")
    }

    /// Loads the page anew, as its address is now.
    pub(crate) fn reload(&mut self) {
        self.value("window.isOld = true");
        self.call("Page.reload", &json!({}));
        self.wait_until("!window.isOld && document.readyState === 'complete'");
    }

    /// The value of an expression of the page; an exception fails the test.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let mut answer = self.call("Runtime.evaluate", &asked);
        let exception = &answer["exceptionDetails"];
        assert!(exception.is_null(), "{expression}: {exception}");
        answer["result"]["value"].take()
    }

    /// Holds that an expression of the page is true.
    #[track_caller]
    pub(crate) fn hold(&mut self, expression: &str) {
        assert_eq!(self.value(expression), true, "{expression}");
    }

    /// What an element of this id says.
    pub(crate) fn text(&mut self, id: &str) -> String {
        let text = self.value(&format!("document.getElementById('{id}').textContent"));
        text.as_str().expect("a text").to_owned()
    }

    /// Waits until the expression is true. Before, the page may be another one, or not be there
    /// yet.
    pub(crate) fn wait_until(&mut self, expression: &str) {
        let start = Instant::now();
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let asked = |browser: &mut Self| browser.ask("Runtime.evaluate", &asked);
        while asked(self)["result"]["result"]["value"] != true {
            assert!(start.elapsed() < PATIENCE, "in vain: {expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Has the page find such a system: `prefers-color-scheme`, `dark`.
    pub(crate) fn prefer(&mut self, feature: &str, value: &str) {
        let features = json!({"features": [{"name": feature, "value": value}]});
        self.call("Emulation.setEmulatedMedia", &features);
    }

    /// Stores a picture of the window with the other products of the tests, for people to look at,
    /// if they have asked for it: each takes a tenth of a second.
    pub(crate) fn screenshot(&mut self, name: &str) {
        if std::env::var_os("HUARONG_PICTURES").is_none() {
            return;
        }
        let answer = self.call("Page.captureScreenshot", &json!({"format": "png"}));
        let data = answer["data"].as_str().expect("a picture");
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        std::fs::write(path, from_base64(data)).expect("it can be written");
    }

    /// Everything that the page has complained of, and all that it wanted from elsewhere: nothing,
    /// when it is closed.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        // Pending events arrive before the answer.
        self.value("1");
        self.events.iter().filter_map(complaint).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let is_held = self.is_strict && !thread::panicking();
        let complaints = if is_held {
            self.complaints()
        } else {
            Vec::new()
        };
        // The page and its workers end. Nobody waits for that.
        let context = json!({"browserContextId": self.context});
        let dispose = "Target.disposeBrowserContext";
        self.chromium.send(&self.to, None, dispose, &context);
        assert!(complaints.is_empty(), "the page: {complaints:#?}");
    }
}

impl Chromium {
    #[expect(
        clippy::zombie_processes,
        reason = "it serves all tests, and ends when their process closes the pipe"
    )]
    fn launch() -> Self {
        let program =
            installed().expect("no Chromium is installed: apt-get install chromium-headless-shell");
        let profile = tempfile::tempdir().expect("a folder").keep();
        // The pipe is on descriptors 3 and 4, where only a shell can put it without unsafe code. It
        // removes the profile.
        let script = r#"
            profile=$1
            shift
            "$@" 3<&0 4>&1 </dev/null >/dev/null
            rm -rf "$profile""#;
        let mut child = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(&profile)
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--hide-scrollbars",
                // Several pages are open, and none is in the background.
                "--disable-background-timer-throttling",
                "--disable-backgrounding-occluded-windows",
                "--disable-renderer-backgrounding",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let to = child.stdin.take().expect("it is piped");
        let out = child.stdout.take().expect("it is piped");
        let receivers = Arc::new(Receivers::default());
        let known = receivers.clone();
        thread::spawn(move || deliver(out, &known));
        Chromium {
            to: Mutex::new(to),
            last_id: AtomicU64::new(0),
            receivers,
        }
    }

    /// Has an answer or the events of a session delivered.
    fn deliver_to(&self, key: &str, receiver: &Sender<Value>) {
        let mut receivers = self.receivers.lock().expect("no thread panics with it");
        receivers.insert(key.to_owned(), receiver.clone());
    }

    /// Sends a message, and returns the number of its answer.
    fn send(
        &self,
        receiver: &Sender<Value>,
        session: Option<&str>,
        method: &str,
        parameters: &Value,
    ) -> u64 {
        let id = 1 + self.last_id.fetch_add(1, Ordering::Relaxed);
        self.deliver_to(&id.to_string(), receiver);
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&message).expect("JSON");
        bytes.push(0);
        let mut to = self.to.lock().expect("no thread panics with it");
        to.write_all(&bytes)
            .and_then(|()| to.flush())
            .expect("the browser listens");
        id
    }
}

/// Delivers what the browser sends until it ends.
fn deliver(out: ChildStdout, receivers: &Receivers) {
    for message in BufReader::new(out).split(0).map_while(Result::ok) {
        let Ok(message) = serde_json::from_slice::<Value>(&message) else {
            return;
        };
        let mut receivers = receivers.lock().expect("no thread panics with it");
        let receiver = if let Some(id) = message["id"].as_u64() {
            receivers.remove(&id.to_string())
        } else {
            let session = message["sessionId"].as_str().unwrap_or_default();
            receivers.get(session).cloned()
        };
        // Pages that have ended receive nothing.
        if let Some(receiver) = receiver {
            let _ = receiver.send(message);
        }
    }
}

fn installed() -> Option<&'static str> {
    static INSTALLED: OnceLock<Option<&str>> = OnceLock::new();
    let is_installed = |name: &&str| {
        let ran = Command::new(name).arg("--version").output();
        ran.is_ok_and(|output| output.status.success())
    };
    *INSTALLED.get_or_init(|| NAMES.into_iter().find(is_installed))
}

fn complaint(event: &Value) -> Option<String> {
    let details = &event["params"];
    let url = || details["request"]["url"].as_str().unwrap_or_default();
    let is_wrong = match event["method"].as_str()? {
        "Runtime.consoleAPICalled" => details["type"] == "error" || details["type"] == "warning",
        // The browser tells that WebGL has no graphics card here.
        "Log.entryAdded" => {
            details["entry"]["source"] != "rendering" || details["entry"]["level"] != "warning"
        }
        "Runtime.exceptionThrown" => true,
        // The worker of the page is a blob of its own.
        "Network.requestWillBeSent" => !["file:", "data:", "blob:"]
            .iter()
            .any(|own| url().starts_with(own)),
        _ => false,
    };
    is_wrong.then(|| details.to_string())
}

/// The bytes that are written so, see RFC 4648.
pub(crate) fn from_base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(digit).collect();
    let group = |four: &[u8]| {
        let bits = four.iter().fold(0, |bits, &six| bits << 6 | u32::from(six));
        let bits = bits << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}
