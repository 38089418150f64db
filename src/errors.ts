/** The model cannot answer this, whoever asks however often; the words are for a person. */
export class ModelUnavailable extends Error {
  override readonly name = "ModelUnavailable";
}
