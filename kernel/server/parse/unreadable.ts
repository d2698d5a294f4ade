/** A file that cannot be taken: the sentence for whoever sent it. */
export class Unreadable extends Error {}
