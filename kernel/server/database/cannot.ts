/** The product cannot start, for a reason a person can mend: the message is the sentence for them, no stack is shown. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
