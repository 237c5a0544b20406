/** Ends a run as failed, with a message for a person. */
export class RunFailure extends Error {
  readonly code: string;

  constructor({ code, message }: { readonly code: string; readonly message: string }) {
    super(message);
    this.code = code;
  }
}
