import type { Page } from 'playwright-core';

/** Marks the beginning and end of a pseudo-language text. */
export const [BEGIN, END] = ['⟦', '⟧'];

/** Puts a text in brackets with 40 % more letters; its `{places}` stay unchanged. */
function pseudo(text: string): string {
  const letters = text.replaceAll(/\{\w+\}/g, '').length;
  const more = Array.from({ length: Math.ceil((letters * 0.4) / 4) }, () => 'ööö').join(' ');
  return `${BEGIN}${text}${more && ` ${more}`}${END}`;
}

type Texts = Readonly<Record<string, string | readonly string[]>>;

/** Returns the module of a language file with its texts replaced by the pseudo-language. */
async function pseudoModule(source: string): Promise<string> {
  const { default: texts }: { default: Texts } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const shown = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === 'string' ? pseudo(text) : text.map(pseudo),
  ]);
  return `export default ${JSON.stringify(Object.fromEntries(shown))}`;
}

/** Shows the pages of a context in a pseudo-language that reveals untranslated and truncated texts. */
export async function usePseudoLanguage(page: Page): Promise<void> {
  await page.context().route('**/assets/hi-*.js', async (route) => {
    const source = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/javascript', body: await pseudoModule(source) });
  });
  await page.addInitScript(() => localStorage.setItem('wayside_language', 'hi'));
}

/** Returns the pseudo-language texts that a box around them truncates. */
export const findTruncatedTexts = (page: Page): Promise<string[]> =>
  page.evaluate((begin) => {
    const NOT_SHOWN = '.sr-only, [data-printed], option, [inert], [aria-hidden="true"]';
    const isForEyes = (element: Element | null): boolean =>
      element === null ||
      (element.getBoundingClientRect().width > 1 &&
        element.getBoundingClientRect().bottom > 0 &&
        isForEyes(element.parentElement));
    const isScroller = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth;
    const isCutBy = (box: DOMRect, element: Element | null): boolean => {
      if (element === null || element === document.body) return false;
      if (isScroller(element)) return false;
      const { overflowX, overflowY, position } = getComputedStyle(element);
      const around = element.getBoundingClientRect();
      if (overflowX !== 'visible' && (box.left < around.left - 1 || box.right > around.right + 1)) return true;
      if (overflowY === 'hidden' && (box.top < around.top - 2 || box.bottom > around.bottom + 2)) return true;
      return position === 'fixed' ? false : isCutBy(box, element.parentElement);
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const owner = text.parentElement;
      if (!text.nodeValue?.includes(begin) || owner === null || owner.closest(NOT_SHOWN)) continue;
      if (!owner.checkVisibility({ visibilityProperty: true }) || !isForEyes(owner)) continue;
      const range = new Range();
      range.selectNodeContents(text);
      if (isCutBy(range.getBoundingClientRect(), owner)) found.push(text.nodeValue);
    }
    return [...new Set(found)];
  }, BEGIN);

/** Returns the texts and names of elements that are in English, so not in the catalogue. */
export const findUntranslatedTexts = (page: Page): Promise<string[]> =>
  page.evaluate((begin) => {
    const NAMES = ['aria-label', 'placeholder', 'title', 'alt', 'data-tip'];
    const isEnglish = (text: string | null | undefined): text is string =>
      /[A-Za-z]{2}/.test(text ?? '') && !text?.includes(begin);
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('[translate="no"], script, style, noscript, kbd, time')) continue;
      for (const name of NAMES)
        if (isEnglish(element.getAttribute(name))) found.push(`${name}: ${element.getAttribute(name)}`);
      for (const child of element.childNodes)
        if (child.nodeType === Node.TEXT_NODE && isEnglish(child.nodeValue)) found.push(child.nodeValue.trim());
    }
    return [...new Set(found)];
  }, BEGIN);
