import { HomeHeldError, lockHome } from "../../../src/store/home-lock.ts";

/** Takes a home and says so; stays until it is killed, or gives the home back when told to. */

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
