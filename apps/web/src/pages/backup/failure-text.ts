import { ClientError } from "@polylog/client";

/** The next step for errors whose message does not contain one. */
const advice: Readonly<Record<string, string>> = {
  file_not_found: "Check the path. It must exist on the server’s machine.",
  bad_file: "Choose another backup.",
  store_conflict: "Try again when it is done.",
  storage_full: "Free up disk space, then try again.",
  network: "Check that the server is running, then try again.",
};

export function failureText(error: Error): string {
  const next = error instanceof ClientError ? advice[error.code] : undefined;
  return next === undefined ? error.message : `${error.message} ${next}`;
}
