/** The message in the App's log when a recording answers a question that differs from the recorded one. */
export const OTHER_QUESTION = "the question differs from the recorded one";
