// Whose rules read a text: what every detector is told besides the text.

/** Which rules may speak: the governing country (null when only a statute is known) whose own rules need least evidence. */
export interface DetectScope {
  readonly jurisdiction: string | null
}
