const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Formats an amount for messages: `₹1,234` or `₹1,234.50` (FMT-01, PEOP-05). */
export const rupeesText = (paise: number): string => rupees.format(paise / 100).replace('-', '\u2212');
