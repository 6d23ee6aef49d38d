import page from '../../../../../docs/integrating/formats.md?raw';

/** The forms of the files, so that others can write a reader: the page of the integration guide without its title. */
export const formatsText = `
## 八、格式
${page.replace(/^# .*\n/, '').trimEnd()}
`;
