/** Customers as a stranger keeps them; each test begins with fresh ones. */
export const makeUsers = (): unknown[] => [
  {
    _id: '65f1000000000000000000a1',
    name: 'Meera Nair',
    email: 'meera@stranger.test',
    phone_number: 9811111111,
    vehicle_type: ['car', 'car', ' ', 'tractor'],
    wallet_amount: '250.50',
    isBlocked: 'false',
    referral_code: 4411,
    createdAt: '2026-02-01T18:30:00',
    updatedAt: 'Mon, 02 Feb 2026 18:30:00 GMT',
    socketId: 'x81',
  },
  // What a record must have, and no more.
  { _id: 'usr-2' },
  null,
  { _id: 3, name: 'Odd One', email: null, vehicle_type: null, wallet_amount: 'lots', createdAt: 'last week' },
  { name: 'Nobody Known', phone_number: '9822222222' },
  ...Array.from({ length: 8 }, (_, index) => ({ _id: `usr-1${index}`, name: `Plain ${index}`, wallet_amount: 5 })),
];

/** Mechanics as a stranger keeps them. */
export const makeMechanics = (): unknown[] => [
  {
    _id: 'mech-1',
    name: 'Anil Rao',
    email: 'anil@stranger.test',
    phone_number: '9833333333',
    status: 'approve',
    isBlocked: 0,
    isexpert: 1,
    wallet_amount: '75',
    vehicle_type: ['bike'],
    createdAt: 1_770_000_000_000,
    shop_details: {
      shop_name: 'Rao Works',
      perHourPrice: '400',
      experience: '5 years',
      lat: '19.076',
      long: '72.8777',
    },
    payment_details: { account_holder_name: 'Anil Rao', account_number: 1234567890, upi_id: null },
    documents: { profile_photo: '/uploads/anil.png', adhar_card: 'uploads/card.png', shop_photo: '' },
  },
  {
    _id: 'mech-2',
    name: 'Waiting Wasim',
    status: 'pending',
    shop_details: null,
    payment_details: null,
    documents: null,
  },
  { _id: 'mech-3', name: 'Later Leela', status: 'resendforverification' },
  { _id: 'mech-4', status: 'on_leave', shop_details: 'none', documents: [] },
];
