/** What the ocr extra is made of, as it is given to npm; the language packages are those of the texts at hand. */
export const OCR_PACKAGES = 'tesseract.js sharp @hyzyla/pdfium exifr @tesseract.js-data/eng'
