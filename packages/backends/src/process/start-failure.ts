/** Why a program could not be started: a code for programs, a sentence that says what to do. */
export interface StartFailure {
  readonly code: "program_not_found" | "folder_not_found" | "program_not_started";
  readonly message: string;
}
