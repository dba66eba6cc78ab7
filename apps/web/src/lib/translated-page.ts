/**
 * Lets React work under the page translation of a browser (TOUGH-02), which puts `<font>` elements in the places
 * of text nodes. React would remove a node that is elsewhere, which throws, or change the text of a node that
 * nobody sees. Called before React draws.
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

/** The element that is in the place of a text node, and the text nodes that an element replaces. */
const translations = new WeakMap<Node, Element>();
const originals = new WeakMap<Element, Text[]>();

const isFont = (node: Node | null): node is Element => node instanceof Element && node.tagName === 'FONT';

/** The child of `parent` that is or holds the node, or its translation; null where there is none. */
function childOf(parent: Node, node: Node): Node | null {
  let shown: Node | null = node.parentNode === null ? (translations.get(node) ?? null) : node;
  while (shown !== null && shown.parentNode !== parent) shown = shown.parentNode;
  return shown;
}

/** Notes which text nodes a translation has replaced, and listens to the changes of their text. */
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

/** Shows text nodes in place of their translation, because the text of one has changed; the browser translates them anew. */
function showOriginals(changed: Node): void {
  const translation = translations.get(changed);
  if (!translation?.isConnected) return;
  const texts = originals.get(translation) ?? [];
  for (const text of texts) translations.delete(text);
  translation.replaceWith(...texts);
}
