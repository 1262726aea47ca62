// What stands between parts of a line that is put together here: French has a narrow space before it.
const SPACE = document.documentElement.lang.startsWith("fr") ? "\u202f" : "";
export const COLON = `${SPACE}: `;
export const SEMICOLON = `${SPACE}; `;
