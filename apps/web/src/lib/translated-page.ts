/**
 * Makes React tolerate page translation (TOUGH-02). Translation replaces text nodes with `<font>` elements, and React
 * would otherwise remove or change nodes that are no longer in the page.
 */
export function tolerateTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = childOf(this, child);
    if (shown !== null) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    insertBefore.call(this, added, before && childOf(this, before));
    return added;
  };
  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)));
    for (const record of records) {
      if (record.type === 'characterData') showOriginals(record.target);
      else if (added.size > 0) followReplaced(record, added, observer);
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** The element that replaces each text node, and the text nodes that each element replaces. */
const translations = new WeakMap<Node, Element>();
const originals = new WeakMap<Element, Text[]>();

const isFont = (node: Node | null): node is Element => node instanceof Element && node.tagName === 'FONT';

function childOf(parent: Node, node: Node): Node | null {
  let shown: Node | null = node.parentNode === null ? (translations.get(node) ?? null) : node;
  while (shown !== null && shown.parentNode !== parent) shown = shown.parentNode;
  return shown;
}

function followReplaced(record: MutationRecord, added: ReadonlySet<Element>, observer: MutationObserver): void {
  const { removedNodes, addedNodes, previousSibling, nextSibling } = record;
  for (const node of removedNodes) {
    if (!(node instanceof Text) || node.isConnected) continue;
    const isTranslation = (each: Node | null): each is Element => isFont(each) && added.has(each);
    const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
    if (!translation) continue;
    translations.set(node, translation);
    originals.set(translation, [...(originals.get(translation) ?? []), node]);
    observer.observe(node, { characterData: true });
  }
}

/** Restores the text nodes after one of them has changed; the browser then translates them again. */
function showOriginals(changed: Node): void {
  const translation = translations.get(changed);
  if (!translation?.isConnected) return;
  const texts = originals.get(translation) ?? [];
  for (const text of texts) translations.delete(text);
  translation.replaceWith(...texts);
}
