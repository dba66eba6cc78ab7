/**
 * Returns the texts and controls in the page that may differ in contrast. Of elements that look identical it returns
 * the first and the last, because axe spends most of its time on the same cells of each row.
 * @param front the elements in front of a page that a modal dialog hides
 */
export function findContrastSamples(front: string): Element[] {
  // A modal dialog hides the page behind it, and the list test has already checked that page's contrast.
  const isModal = document.querySelector('main')?.closest('[aria-hidden="true"]') !== null;
  const parts = isModal ? [...document.querySelectorAll(front)] : [];
  const roots = parts.length > 0 ? parts : [document.body];

  const numbers = new Map<string, number>();
  const numberOf = (look: string): number => {
    const number = numbers.get(look) ?? numbers.size;
    numbers.set(look, number);
    return number;
  };
  const backgrounds = new Map<Element, number>();
  /**
   * Returns a number for the background of an element, which depends on all ancestors that paint or are translucent.
   */
  const backgroundOf = (element: Element): number => {
    const known = backgrounds.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    const behind = element.parentElement ? backgroundOf(element.parentElement) : 0;
    const { backgroundColor, backgroundImage, opacity, filter, position } = style;
    const own = [backgroundColor, backgroundImage, opacity, filter, position].join(' ');
    const number = own === 'rgba(0, 0, 0, 0) none 1 none static' ? behind : numberOf(`${behind} ${own}`);
    backgrounds.set(element, number);
    return number;
  };

  const ownText = (element: Element): string =>
    [...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')).join('');
  /** Returns all properties by which axe distinguishes texts. */
  const lookOf = (element: Element, text: string): string => {
    const style = getComputedStyle(element);
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return [
      backgroundOf(element),
      style.color,
      style.fontSize,
      style.fontWeight,
      style.textShadow,
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      Math.min(width, height) <= 1 || right <= 0 || bottom <= 0,
      element.closest(':disabled, [aria-disabled="true"]') !== null,
      text.length === 1,
      /[\p{L}\p{N}]/u.test(text),
    ].join(' ');
  };

  // A label may depend on its control, whose state decides whether its contrast counts.
  const mayBeLabel = (element: Element): boolean => element.id !== '' || element.closest('label') !== null;
  const found = new Set<Element>();
  const first = new Map<string, Element>();
  const last = new Map<string, Element>();
  for (const root of roots)
    for (const element of [root, ...root.querySelectorAll('*')]) {
      const text = ownText(element);
      if (text === '' && !element.matches('input, select, textarea')) continue;
      if (mayBeLabel(element)) {
        found.add(element);
        continue;
      }
      const look = lookOf(element, text);
      if (!first.has(look)) first.set(look, element);
      last.set(look, element);
    }
  for (const element of [...first.values(), ...last.values()]) found.add(element);
  return found.size > 0 ? [...found] : roots;
}
