// The script of the frame that draws diagrams. `vite.config.ts` writes it into the frame's page, after Mermaid
// itself. It receives only the source of a diagram, and the frame's policy allows no other script and no network.

const { mermaid } = globalThis;

const font = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif';

const palettes = {
  light: {
    background: "#ffffff",
    primaryColor: "#eef0fb",
    primaryTextColor: "#1f2430",
    primaryBorderColor: "#8a90b8",
    secondaryColor: "#e8f4ee",
    secondaryTextColor: "#1f2430",
    secondaryBorderColor: "#86b39a",
    tertiaryColor: "#f6f7f9",
    tertiaryTextColor: "#1f2430",
    tertiaryBorderColor: "#c3c8d4",
    lineColor: "#5f6675",
    textColor: "#1f2430",
    noteBkgColor: "#fbf4dc",
    noteTextColor: "#1f2430",
    noteBorderColor: "#cdb778",
    edgeLabelBackground: "#f6f7f9",
    errorBkgColor: "#fbe9e7",
    errorTextColor: "#8f1d14",
    ...series("#c9cef5", "#bfe3cd", "#f6e0a8", "#f3c7c2", "#bcdcf2", "#e0c9ef", "#d3d8e0", "#f4d3b5"),
  },
  dark: {
    background: "#12151b",
    primaryColor: "#262b3f",
    primaryTextColor: "#e8eaf0",
    primaryBorderColor: "#747ca8",
    secondaryColor: "#1f3329",
    secondaryTextColor: "#e8eaf0",
    secondaryBorderColor: "#5c8a70",
    tertiaryColor: "#1b1f28",
    tertiaryTextColor: "#e8eaf0",
    tertiaryBorderColor: "#454c5c",
    lineColor: "#9aa2b3",
    textColor: "#e8eaf0",
    noteBkgColor: "#38321d",
    noteTextColor: "#e8eaf0",
    noteBorderColor: "#8a7c46",
    edgeLabelBackground: "#1b1f28",
    errorBkgColor: "#3b1d1b",
    errorTextColor: "#f2b8b3",
    ...series("#454d85", "#2f5f46", "#6b5a26", "#74403b", "#2c5672", "#5b4070", "#474e5b", "#6f4c2c"),
  },
};

/** Distinct colors for adjacent parts, such as the slices of a pie. */
function series(...colors) {
  return Object.fromEntries(colors.map((color, index) => [`pie${index + 1}`, color]));
}

let drawn = 0;

addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  draw(data).then(
    (picture) => parent.postMessage({ job: data.job, ...picture }, "*"),
    (error) => {
      const reason = String(error?.message ?? error)
        .split("\n", 1)[0]
        .replace(/[.:]+$/, "");
      parent.postMessage({ job: data.job, reason }, "*");
    },
  );
});
parent.postMessage({ ready: true }, "*");

async function draw({ source, scheme, limits }) {
  configure(scheme, limits);
  try {
    const { svg } = await mermaid.render(`diagram-${++drawn}`, source);
    // Mermaid returns HTML; an image must be XML with a fixed size.
    const parsed = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
    document.body.replaceChildren(parsed);
    centerStateNames(parsed);
    const { width, height } = parsed.viewBox.baseVal;
    parsed.setAttribute("width", String(width));
    parsed.setAttribute("height", String(height));
    parsed.style.maxWidth = "";
    const text = new XMLSerializer().serializeToString(parsed);
    if (text.length > limits.diagramPictureChars) throw new Error("The image is too large");
    return { svg: text, width, height };
  } finally {
    document.body.replaceChildren();
  }
}

/** Without HTML labels, Mermaid positions state names as if each were as wide as its box. */
function centerStateNames(svg) {
  for (const label of svg.querySelectorAll(".statediagram-state > .label")) {
    const { x, width } = label.getBBox();
    const { f = 0 } = label.transform.baseVal.consolidate()?.matrix ?? {};
    label.setAttribute("transform", `translate(${-x - width / 2}, ${f})`);
  }
}

/** Settings of one kind of diagram, which only position and size its parts. */
const perKind = ["flowchart", "sequence"];

function configure(scheme, { diagramChars, diagramEdges }) {
  const config = {
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    maxTextSize: diagramChars,
    maxEdges: diagramEdges,
    theme: "base",
    themeVariables: {
      ...palettes[scheme],
      darkMode: scheme === "dark",
      fontFamily: font,
      fontSize: "14px",
      useGradient: false,
      dropShadow: "none",
      pieStrokeColor: palettes[scheme].background,
      pieOuterStrokeColor: palettes[scheme].primaryBorderColor,
      pieStrokeWidth: "1px",
      pieOuterStrokeWidth: "1px",
      pieOpacity: "1",
      pieTitleTextSize: "16px",
      pieSectionTextSize: "14px",
      pieLegendTextSize: "14px",
    },
    themeCSS: "",
    fontFamily: font,
    fontSize: 14,
    look: "classic",
    layout: "dagre",
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    sequence: { width: 120, height: 44, actorFontSize: 14, messageFontSize: 14, noteFontSize: 14 },
    dompurifyConfig: {},
  };
  // Options that a diagram's own directives must not change.
  const secure = ["secure", ...Object.keys(config).filter((key) => !perKind.includes(key))];
  mermaid.initialize({ ...config, secure });
}
