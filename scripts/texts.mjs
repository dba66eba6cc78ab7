/** Reads the texts of the web app from its source, both those in the catalogue and those outside it. */
import { parseSync } from 'oxc-parser';

/**
 * A text that the web app translates; `other` exists only for a text with a count. `at` is the position of its key in
 * the source, or of a surrounding `msg(…)`. A text may end with a context that distinguishes two meanings: `Open |
 * state`.
 * @typedef {{ line: number, at: readonly [start: number, end: number], text: string, other?: string }} CatalogueText
 */

/** @typedef {Record<string, any> & { type: string, start: number, end: number }} Node */

const TRANSLATES = new Set(['t', 'msg', 'plural', 'richText']);

/** Attributes and properties with values that no user reads. */
const CODE_NAMES = new Set(
  (
    'className type name id role to from variant tone size autoComplete inputMode href rel target align as entity ' +
    'translate key method action htmlFor width height list kind dir style lang slot params search viewBox fill stroke ' +
    'transform accept pattern loading decoding mode place src field by group hash scope state unit color block inline ' +
    'position credentials cache extension format queryKey one permission badge path url sort value timeZone locale ' +
    'numeric style currency weekday month day year hour minute second hourCycle dateStyle timeZoneName signDisplay ' +
    'words strokeLinecap strokeLinejoin preserveAspectRatio vectorEffect fetchPriority isKept shape brand actionsWidth'
  ).split(' '),
);
/** Properties and attributes with values that users read, even if a value is a single lower-case word. */
const TEXT_NAMES =
  /^(label|title|subtitle|heading|about|hint|placeholder|caption|header|noun|many|question|empty|missing|tip|alt|detail|summary|aria-label|aria-description|data-tip|description|message)$/;
/** Calls with texts that users do not read or that are already in the catalogue. */
const CODE_CALLS =
  /^(console\.\w+|cn|require|t|msg|plural|richText|verbatim|String\.raw|linkOptions|useMediaQuery|matchMedia|.*\.(querySelector|querySelectorAll|closest|matches|addEventListener|removeEventListener|startsWith|endsWith|includes|replace|replaceAll|split|join|indexOf|test|exec|get|set|has|getItem|setItem|removeItem|setAttribute|getAttribute|toggleAttribute|createElement|localeCompare|match|toLocaleDateString|classList\.\w+))$/;
const CODE_CLASSES =
  /^(Error|ApiError|TypeError|RangeError|Set|Map|RegExp|DOMException|URL|Event|CustomEvent|BroadcastChannel|Intl\.\w+)$/;

/** @param {Node | null | undefined} node @returns {string} */
function nameOf(node) {
  if (!node) return '';
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name;
  if (node.type === 'MemberExpression' && !node.computed) return `${nameOf(node.object)}.${node.property.name}`;
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  if (node.type === 'JSXNamespacedName') return `${node.namespace.name}:${node.name.name}`;
  return '?';
}

/** Texts that are the same in all languages, such as keyboard keys and a URL. */
const KEPT = /^(Ctrl|Alt|Esc|Enter|English|https?:\/\/\S+)$/;

/**
 * Checks whether a literal is English text rather than code.
 * @param {string} text
 */
export function isEnglish(text) {
  const trimmed = text.trim();
  if (!/[A-Za-z]{2}/.test(trimmed) || KEPT.test(trimmed)) return false;
  if (/^[A-Z][a-z]+([ ,.!?:;…*’'–-].*)?$/s.test(trimmed)) return true;
  if (/^[A-Z“‘(₹0-9·,].* [a-z]{2}/s.test(trimmed)) return !/[[\]{}_=<>]/.test(trimmed);
  return /^[a-z][a-z’',.…:;()–-]*( [A-Za-z0-9’',.…:;()–?!-]+)+$/.test(trimmed) && !isStyle(trimmed);
}

const isStyle = (/** @type {string} */ text) =>
  /(^|[ :])(flex|grid|inline|block|text-|[pm][xytblr]?-|[wh]-|gap-|items-|font-|border|rounded|bg-|min-|max-|size-|shrink|truncate|absolute|relative|sticky|hidden|sr-only|col-|row-|opacity|overflow|whitespace|animate|cursor|ring|shadow|stroke|fill|line-clamp|numeric)/.test(
    text,
  ) || /^\(|\dpx\b|\d%/.test(text);

/**
 * Returns the texts of one file of the web app.
 * @param {string} path
 * @param {string} code
 * @returns {{ catalogue: CatalogueText[], stray: { line: number, text: string }[] }}
 */
export function readTexts(path, code) {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  /** @type {CatalogueText[]} */
  const catalogue = [];
  /** @type {{ line: number, text: string }[]} */
  const stray = [];
  const lineOf = (/** @type {Node} */ node) => code.slice(0, node.start).split('\n').length;
  const report = (/** @type {Node} */ node, /** @type {string} */ text) =>
    stray.push({ line: lineOf(node), text: text.trim().replaceAll(/\s+/g, ' ') });

  /** @param {Node} node */
  function readCall(node) {
    const called = nameOf(node.callee);
    if (!TRANSLATES.has(called)) return;
    if (called === 'plural') {
      const [, one, other] = node.arguments;
      if (isText(one) && isText(other))
        catalogue.push({ line: lineOf(node), at: [other.start, other.end], text: one.value, other: other.value });
      else report(node, code.slice(node.start, node.end));
      return;
    }
    for (const text of literalsOf(node.arguments[0])) {
      const { start, end } = called === 'msg' && node['arguments'][0] === text ? node : text;
      catalogue.push({ line: lineOf(node), at: [start, end], text: text['value'] });
    }
  }

  /** @param {Node} node @param {Node[]} parents */
  function readNode(node, parents) {
    if (node.type === 'CallExpression') readCall(node);
    if (node.type === 'JSXText' && /[A-Za-z]{2}/.test(node['value'])) report(node, node['value']);
    if (isText(node) && isShown(node['value'], node, parents)) report(node, node['value']);
    if (node.type !== 'TemplateLiteral') return;
    const text = node['quasis'].map((/** @type {Node} */ part) => part['value'].cooked).join('x');
    if (/ [a-z]{2}|[a-z]{2} /.test(text) && isEnglish(text) && isShown(text, node, parents)) report(node, text);
  }

  /** @param {unknown} value @param {Node[]} parents */
  function walk(value, parents) {
    if (Array.isArray(value)) for (const each of value) walk(each, parents);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = /** @type {Node} */ (value);
    readNode(node, parents);
    for (const child of Object.values(node)) walk(child, [...parents, node]);
  }
  walk(program.body, []);
  return { catalogue, stray };
}

const isText = (/** @type {any} */ node) => node?.type === 'Literal' && typeof node.value === 'string';

/**
 * Returns the possible literals of an argument.
 * @param {any} node
 * @returns {Node[]}
 */
function literalsOf(node) {
  if (isText(node)) return [node];
  if (node?.type === 'ConditionalExpression')
    return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
  if (node?.type === 'LogicalExpression') return [...literalsOf(node.left), ...literalsOf(node.right)];
  return [];
}

/**
 * Checks whether the content of a node is code rather than text.
 * @param {Node} node
 */
function isCode(node) {
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNull)/.test(node.type)) return true;
  if (/^(Import|ExportAll|ExportNamed.*Source)/.test(node.type)) return true;
  if (node.type === 'TaggedTemplateExpression') return true;
  if (node.type === 'NewExpression') return CODE_CLASSES.test(nameOf(node['callee']));
  return false;
}

/**
 * Checks whether a text at this position is shown to users.
 * @param {string} text
 * @param {Node} node
 * @param {Node[]} parents
 */
function isShown(text, node, parents) {
  if (parents.some(isCode) || isCodeIn(parents.at(-1), node)) return false;
  // The nearest name to which the text is passed or assigned decides.
  let near = node;
  for (const above of parents.toReversed()) {
    if (above.type === 'CallExpression' && above['arguments'].includes(near))
      return !CODE_CALLS.test(nameOf(above['callee'])) && isEnglish(text);
    if (above.type === 'JSXAttribute') return isShownAs(nameOf(above['name']), text);
    if (above.type === 'Property' && !above['computed'])
      return isShownAs(above['key'].name ?? above['key'].value, text);
    if (/Function|Statement|Declarator|JSXElement|ArrayExpression/.test(above.type)) break;
    near = above;
  }
  return isEnglish(text);
}

/** @param {string} name @param {string} text */
function isShownAs(name, text) {
  if (CODE_NAMES.has(name) || /^(data-(?!tip)|aria-(?!label|desc))/.test(name)) return false;
  return isEnglish(text) || (TEXT_NAMES.test(name) && /[A-Za-z]{2}/.test(text) && !KEPT.test(text));
}

/**
 * Checks whether a node is code within its parent, such as a compared value, a key or a module.
 * @param {any} parent
 * @param {Node} node
 */
function isCodeIn(parent, node) {
  if (!parent || parent.type === 'SwitchCase') return true;
  if (parent.type === 'BinaryExpression') return /^([!=]==?|in)$/.test(parent.operator);
  if (parent.type === 'MemberExpression') return parent.property === node;
  if (parent.type === 'Property') return parent.key === node;
  return /^(ImportDeclaration|ExportNamedDeclaration|ImportExpression)$/.test(parent.type);
}
