/** What stands on the office's seal on certificates, on the screen and in the PDF; the office's own name is configured (OFFICE_NAME). */
export const sealName = '电子存证专用章';
