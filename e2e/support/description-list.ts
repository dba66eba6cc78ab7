import type { Locator } from 'playwright-core';

/** The facts under a heading of a dialog, label by value. */
export async function descriptionListIn(parent: Locator, title: string): Promise<Record<string, string>> {
  const group = parent.getByRole('region', { name: title, exact: true });
  const labels = await group.getByRole('term').allInnerTexts();
  const values = await group.getByRole('definition').allInnerTexts();
  return Object.fromEntries(labels.map((label, index) => [label, (values[index] ?? '').replaceAll(/\s+/g, ' ')]));
}
