const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

function make(tag, attributes = {}, ...children) {
  const isSvg = ["svg", "g", "rect", "text", "title", "path", "line", "circle"].includes(tag);
  const node = isSvg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

const isDark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
const nameTheme = () => byId("theme").textContent = isDark() ? "Light" : "Dark";
byId("theme").addEventListener("click", () => { document.documentElement.dataset.theme = isDark() ? "light" : "dark"; nameTheme(); });
nameTheme();
