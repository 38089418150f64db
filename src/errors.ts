/** GitHub or a model answered in a way that time alone may mend; carries when to come back. */
export class TryLater extends Error {
  override readonly name = "TryLater";
  constructor(
    message: string,
    readonly afterSeconds: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A permission that the installation has not granted; carries the words for the person who can. */
export class PermissionMissing extends Error {
  override readonly name = "PermissionMissing";
  constructor(
    message: string,
    readonly permission: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The model cannot answer this, whoever asks however often; the words are for a person. */
export class ModelUnavailable extends Error {
  override readonly name = "ModelUnavailable";
}
