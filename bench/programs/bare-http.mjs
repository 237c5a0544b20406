import { createServer } from "node:http";

/** The lower limit: Node's own server and nothing else. Plain JavaScript, so that no types need to be stripped. */
const server = createServer((_, response) => response.end('{"ok":true}'));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
