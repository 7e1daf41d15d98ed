export function generatedTexts() { return [] }
