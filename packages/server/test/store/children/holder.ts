import { HomeHeldError, lockHome } from "../../../src/store/home-lock.ts";

/** Takes the lock of a home and reports it; keeps it until it is killed, or releases it on request. */

const [home = "", url = ""] = process.argv.slice(2);
try {
  const lock = lockHome(home);
  if (url !== "") lock.announce({ url, host: "127.0.0.1", publicUrl: null, certificate: null });
  console.log("held");
  process.stdin.on("data", () => {
    lock.release();
    console.log("released");
  });
} catch (error) {
  if (!(error instanceof HomeHeldError)) throw error;
  console.log(error.message);
}
