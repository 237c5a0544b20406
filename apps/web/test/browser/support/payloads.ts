/** Texts that try to run code in the page or to send requests to another host. All call `ran` or `outside.test`. */
const seeds = [
  "<script>ran()</script>",
  "<img src=x onerror=ran()>",
  "<svg onload=ran()>",
  "<svg><script>ran()</script></svg>",
  "<iframe srcdoc='<script>parent.ran()</script>'></iframe>",
  "<iframe src=https://outside.test/frame></iframe>",
  "<object data=https://outside.test/object></object>",
  "<embed src=https://outside.test/embed>",
  "<link rel=stylesheet href=https://outside.test/style.css>",
  "<style>@import url(https://outside.test/import.css);</style>",
  "<base href=https://outside.test/>",
  "<meta http-equiv=refresh content='0;url=https://outside.test/refresh'>",
  "<form action=https://outside.test/form><input autofocus onfocus=ran()></form>",
  "<video poster=https://outside.test/poster><source onerror=ran()></video>",
  "<audio src=https://outside.test/audio autoplay>",
  "<details open ontoggle=ran()>x</details>",
  "<a href=javascript:ran()>press</a>",
  "<math><mtext><img src=x onerror=ran()></mtext></math>",
  "<template><img src=x onerror=ran()></template>",
  "<noscript><img src=x onerror=ran()></noscript>",
  "[press](javascript:ran())",
  "[press](data:text/html,<script>parent.ran()</script>)",
  "![picture](https://outside.test/picture.png)",
  "![picture](javascript:ran())",
  "[press](https://outside.test/link 'title\" onmouseover=ran() x=\"')",
  "<https://outside.test/auto>",
  "[r]: https://outside.test/r\n![][r]",
  "\u202egnp.exe\u202c \u2066<img src=x onerror=ran()>\u2069",
  "\u001b]8;;https://outside.test/osc\u0007link\u001b]8;;\u0007",
  "{{constructor.constructor('ran()')()}} <%= ran() %>",
];

/** Wraps a seed in syntax that it might break out of. */
const wraps: readonly ((seed: string) => string)[] = [
  (seed) => seed,
  (seed) => `"'>${seed}`,
  (seed) => `--> ${seed} <!--`,
  (seed) => `\`\`\`html\n${seed}\n\`\`\``,
  (seed) => `\`\`\`html onload=ran()\n${seed}`,
  (seed) => `| a | b |\n|---|---|\n| ${seed.replaceAll("\n", " ")} | x |`,
  (seed) => `> - ${seed}`,
  (seed) => `</textarea></title></style></script>${seed}`,
  (seed) => `&lt;b&gt;${seed}&#x3c;script&#x3e;ran()`,
  (seed) => `[${seed.replaceAll("\n", " ")}](https://outside.test/around)`,
];

export const payloads: readonly string[] = seeds.flatMap((seed) => wraps.map((wrap) => wrap(seed)));
