// The output of a model for one text, and the interface of each kind of model.

export interface ModelReading {
  /** Range of each piece (of a span model, each word), UTF-16, end exclusive, ascending; an empty piece has no text. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 if a piece begins a new value, regardless of the piece before it; null if the model does not report this. */
  readonly begins: Uint8Array | null
  /** By index in `categories` of the folder: the calibrated logit of each piece; 0 is a probability of one half. */
  readonly logits: readonly Float32Array[]
}

export interface Reader {
  /** Without calibration: raw logits, independent of the other texts. `stop` is called between two runs and may throw. */
  readAll(texts: readonly string[], stop: () => void): Promise<ModelReading[]>
}
