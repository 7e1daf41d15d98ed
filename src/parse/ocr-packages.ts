/** npm packages of the ocr extra, as install arguments. Further languages need a package each. */
export const OCR_PACKAGES = 'tesseract.js sharp @hyzyla/pdfium exifr @tesseract.js-data/eng'
