import { useEffect, useState } from 'react';
import { t } from '../languages/text.ts';
import { failureText } from '../lib/api-error.ts';
import { printError, setPrinting, useAllDrawn } from '../ui/printing.ts';
import { startLoading, toast } from '../ui/toast.ts';

/** Prints the screen once all rows are drawn (VIEW-09). Rendered by the frame while a page is prepared for printing. */
export function PrintWhenLoaded() {
  const [isMounted, setMounted] = useState(false);
  const areAllDrawn = useAllDrawn();
  // The parts of the page begin to wait in the effects of the same commit.
  useEffect(() => setMounted(true), []);
  const isDrawn = isMounted && areAllDrawn;
  useEffect(() => {
    if (isDrawn) {
      void printDrawn();
      return;
    }
    const endLoading = startLoading(t('Preparing to print...'));
    return () => endLoading(null);
  }, [isDrawn]);
  return null;
}

async function printDrawn(): Promise<void> {
  const error = printError();
  if (error) {
    setPrinting(null);
    const description = failureText(error, t('The rows could not be loaded. Please try again.'));
    toast({ tone: 'error', title: t('Printing failed'), description });
    return;
  }
  await untilFontsLoaded();
  print();
}

/** Loads the fonts of names in the scripts of India, as some texts are shown in print only (LANG-04). */
async function untilFontsLoaded(): Promise<void> {
  const fonts = ['400', '600'].map((weight) => `${weight} 1rem "Noto Sans Indic"`);
  await Promise.all(fonts.map((font) => document.fonts.load(font, document.body.textContent))).catch(
    (error: unknown) => console.warn('a font could not be loaded', error),
  );
}
