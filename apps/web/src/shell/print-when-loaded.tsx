import { useEffect, useState } from 'react';
import { t } from '../languages/text.ts';
import { failureText } from '../lib/api-error.ts';
import { printError, setPrinting, useIsEverythingDrawn } from '../ui/printing.ts';
import { startLoading, toast } from '../ui/toast.ts';

/** Prints the screen once all rows are drawn (VIEW-09). The frame renders it while a page is prepared for printing. */
export function PrintWhenLoaded() {
  const [isMounted, setMounted] = useState(false);
  const areAllDrawn = useIsEverythingDrawn();
  // The parts of the page register as waiting in the effects of the same commit.
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
  await waitForFonts();
  print();
}

/** Loads the fonts for names in Indian scripts, because some texts appear only in print (LANG-04). */
async function waitForFonts(): Promise<void> {
  const fonts = ['400', '600'].map((weight) => `${weight} 1rem "Noto Sans Indic"`);
  await Promise.all(fonts.map((font) => document.fonts.load(font, document.body.textContent))).catch(
    (error: unknown) => console.warn('a font could not be loaded', error),
  );
}
