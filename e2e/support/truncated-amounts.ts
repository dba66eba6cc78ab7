import type { Page } from 'playwright-core';

/** Finds rupee amounts that are truncated, covered or wrapped, on the page or in a dialog in front of it (PEOP-05). */
export const findTruncatedAmounts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const AMOUNT = /−?₹[\d,]+(\.\d+)?/g;
    const NOT_SHOWN = '[data-printed], .sr-only, option, [aria-hidden="true"], [inert]';
    const isTransparent = (element: Element) =>
      ['transparent', 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(element).backgroundColor);
    const isCutBy = (box: DOMRect, element: Element | null): boolean => {
      if (element === null || element === document.body) return box.left < -1 || box.right > innerWidth + 1;
      const { overflowX, position } = getComputedStyle(element);
      const around = element.getBoundingClientRect();
      if (overflowX !== 'visible' && (box.left < around.left - 1 || box.right > around.right + 1)) return true;
      return position === 'fixed' ? false : isCutBy(box, element.parentElement);
    };
    const isCovered = (box: DOMRect, owner: Element): boolean =>
      [box.left + 1, (box.left + box.right) / 2, box.right - 1].some((x) => {
        const stack = document.elementsFromPoint(x, (box.top + box.bottom) / 2);
        const place = stack.findIndex((element) => element === owner || element.contains(owner));
        return stack.slice(0, place).some((element) => !owner.contains(element) && !isTransparent(element));
      });
    const reasonOf = (range: Range, owner: Element): string | null => {
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)));
      const box = range.getBoundingClientRect();
      if (lines.size > 1) return 'wrapped';
      if (isCutBy(box, owner)) return 'cut';
      return isCovered(box, owner) ? 'covered' : null;
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const owner = text.parentElement;
      if (owner === null || owner.closest(NOT_SHOWN) || !owner.checkVisibility({ visibilityProperty: true }))
        continue;
      for (const { 0: amount, index } of (text.nodeValue ?? '').matchAll(AMOUNT)) {
        owner.scrollIntoView({ block: 'center' });
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + amount.length);
        const reason = reasonOf(range, owner);
        if (reason !== null) found.push(`${amount} is ${reason} in "${owner.textContent?.slice(0, 40)}"`);
      }
    }
    return [...new Set(found)];
  });
