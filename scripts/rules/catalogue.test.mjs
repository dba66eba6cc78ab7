import { expect, it } from 'vitest';
import { catalogueOf, findCatalogueGaps } from './catalogue.mjs';

const PATH = 'apps/web/src/features/example/example.tsx';
const HINDI = 'apps/web/src/languages/hi.json';

/** @param {string} text */
const inWeb = (text) => findCatalogueGaps([{ path: PATH, text }], {}).map(({ message }) => message);

/** @param {string} source @param {object} hindi */
const inHindi = (source, hindi) =>
  findCatalogueGaps(
    [
      { path: PATH, text: source },
      { path: HINDI, text: JSON.stringify(hindi, null, 2) },
    ],
    {},
  ).map(({ message }) => message);

it.each([
  ['text of an element', 'export const a = <p>Nothing was saved.</p>;'],
  ['an attribute', 'export const a = <input placeholder="Search" />;'],
  ['a small label', "export const a = { label: 'payments' };"],
  ['a message', "toast({ title: 'Saved' });"],
  ['a part of a condition', "export const a = (is) => is ? 'Paid in full' : null;"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  ['a template', 'export const a = (name) => `Edit ${name} again`;'],
  ['a plural with a text that is not a literal', "plural(2, one, '{count} rows');"],
])('[LANG-02] finds %s outside the catalogue', (_, text) => {
  expect(inWeb(text)).toHaveLength(1);
});

it.each([
  "export const a = <p className='flex gap-2'>{t('Nothing was saved.')}</p>;",
  "export const a = { header: msg('Amount'), width: '7.5rem' };",
  "plural(count, '{count} row', '{count} rows');",
  "export const a = t(is ? 'Paid' : 'Not paid');",
  "import { Thing } from './Some thing.ts'; throw new Error('The response is not JSON');",
  "console.error('the page could not begin', error); export const is = name === 'Active now';",
])('[LANG-02] accepts %s', (text) => {
  expect(inWeb(text)).toEqual([]);
});

it('[LANG-02] collects texts, plurals and the sentences of the server', () => {
  const source = "t('Save'); msg('Name'); plural(n, '{count} row', '{count} rows'); richText('By {who}', {});";
  const catalogue = catalogueOf([{ path: PATH, text: source }], { no_user: 'There is none.' });
  expect([...catalogue.keys()]).toEqual(['Save', 'Name', '{count} rows', 'By {who}', '#no_user']);
  expect(catalogue.get('{count} rows')?.english).toEqual(['{count} row', '{count} rows']);
});

it('[LANG-02] collects a text once for each of its contexts', () => {
  const catalogue = catalogueOf([{ path: PATH, text: "t('Open'); msg('Open | verb'); t('Open | verb');" }], {});
  expect([...catalogue.keys()]).toEqual(['Open', 'Open | verb']);
});

it.each([
  ['misses a text', "t('Save');", {}],
  ['has a text that is used nowhere', '', { Save: 'सहेजें' }],
  ['has another place', "t('By {who}', { who });", { 'By {who}': '{name} द्वारा' }],
  ['has no plural form', "plural(n, '{count} row', '{count} rows');", { '{count} rows': '{count} पंक्तियाँ' }],
])('[LANG-02] [LANG-03] finds a language file that %s', (_, source, hindi) => {
  expect(inHindi(source, hindi)).toHaveLength(1);
});

it('[LANG-03] accepts a translation with its places and forms, and one that is not written yet', () => {
  const source = "t('Save'); t('By {who}', { who }); plural(n, '{count} row', '{count} rows');";
  const hindi = { Save: '', 'By {who}': '{who} द्वारा', '{count} rows': ['एक पंक्ति', '{count} पंक्तियाँ'] };
  expect(inHindi(source, hindi)).toEqual([]);
});
