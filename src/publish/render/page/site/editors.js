// The views of the editors. The site loads this script with theirs on demand.

document.body.insertAdjacentHTML("beforeend", `{{body}}`);
