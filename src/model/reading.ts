// What comes out of a model for one text, and what each kind of model does for it.

/** What a model says of one text. */
export interface ModelReading {
  /** Where each piece stands (of a span model, each word), UTF-16, end exclusive, ascending; an empty piece says nothing. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 where a piece begins a value of its own, whatever stands before it; null where the model does not tell. */
  readonly begins: Uint8Array | null
  /** By place in `categories` of the folder: for each piece what speaks for it, as calibrated logit; 0 is as likely as not. */
  readonly logits: readonly Float32Array[]
}

/** What reads a text by one kind of model. */
export interface Reader {
  /** Without calibration: plain logits, of each text what it is alone. `stop` is called between two runs and may throw. */
  readAll(texts: readonly string[], stop: () => void): Promise<ModelReading[]>
}
