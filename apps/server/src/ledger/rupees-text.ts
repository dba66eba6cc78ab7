const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
});

/** An amount as people read it: `₹1,234.5` (FMT-01). */
export const rupeesText = (paise: number): string => rupees.format(paise / 100);
