/** The address that calls a phone number; null where it has no digit. */
export function dialUrl(phone: string | null | undefined): string | null {
  return phone && /\d/.test(phone) ? `tel:${phone.replaceAll(/[^\d+]/g, '')}` : null;
}

export function PhoneLink({ phone }: { phone: string }) {
  const href = dialUrl(phone);
  if (href === null) return phone;
  return (
    <a href={href} translate="no" className="link numeric">
      {phone}
    </a>
  );
}
