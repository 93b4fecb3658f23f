/** The program cannot start as it is set up. The message is one line for the operator, without secrets. */
export class StartError extends Error {
  override readonly name = "StartError";
}
