// What the letters of a capitalised word say by themselves: endings of family names, capitals inside.

/** Endings that family names have and ordinary words rarely; folded. Patronymics of Iceland and the Slavic languages among them. */
const SURNAME_ENDING =
  /(?:ov|ova|ev|eva|ovic|evic|ovich|evich|ic|ski|ska|sky|cki|cka|wicz|czyk|enko|chuk|escu|eanu|sson|ssen|sen|dottir|dottur|sonar|ssyni|son|nen|lainen|opoulos|opoulou|poulos|poulou|idis|idou|iadis|akis|aki|ellis|elli|ian|yan|vili|dze|berg|stein|mann|auskas|auskiene|iene|aite|ute|yte|kova|skis|ins|sz|ez|ov\u0430|\u043e\u0432|\u043e\u0432\u0430|\u0435\u0432|\u0435\u0432\u0430|\u0441\u043a\u0438|\u0441\u043a\u0430|\u03b9\u03b4\u03b7\u03c2|\u03b9\u03b4\u03bf\u03c5|\u03bf\u03c0\u03bf\u03c5\u03bb\u03bf\u03c2|\u03bf\u03c0\u03bf\u03c5\u03bb\u03bf\u03c5|\u03b1\u03ba\u03b7\u03c2|\u03b1\u03ba\u03b7)$/u
const LEAST_SURNAME = 5
/** Only the last letters are looked at: the longest ending. */
const LONGEST_ENDING = 12

/** Whether a folded word ends as family names do. */
export function isSurnameShaped(folded: string): boolean {
  return folded.length >= LEAST_SURNAME && SURNAME_ENDING.test(folded.slice(-LONGEST_ENDING))
}

/** Endings that nothing but names of people have: patronymics and their like. */
const PATRONYMIC =
  /(?:sson|ssyni|ssonar|dottir|dottur|opoulos|opoulou|iadis|iadou|auskas|auskiene|evicius|avicius|eviciene|aviciene|ovic|evic|enko|oglu|shvili)$/
const LEAST_PATRONYMIC = 8

/** Whether a folded word ends as only names of people do. */
export function isPatronymic(folded: string): boolean {
  return folded.length >= LEAST_PATRONYMIC && PATRONYMIC.test(folded.slice(-LONGEST_ENDING))
}

/** EliteBook, N\u00baCol: a capital inside a word that no name prefix explains. */
export function isCamel(word: string): boolean {
  return (
    /[\u00aa\u00ba]|\p{Ll}\p{Lu}/u.test(word) &&
    !/^(?:M[a\u2019']?c|De|Di|Da|Du|Le|La|Van|Von|Fitz|El|Al|Mac|O|Ng|St|Ab|Ap)\p{Lu}/u.test(word)
  )
}
