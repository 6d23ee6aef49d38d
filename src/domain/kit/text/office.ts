/** Text of the office's seal on certificates, on screen and in the PDF. The office's own name is configured (OFFICE_NAME). */
export const sealName = '电子存证专用章';
