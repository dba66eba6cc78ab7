/** Returns bookings, complete and malformed. */
export const makeBookings = (): unknown[] => [
  {
    _id: '65f2000000000000abcdef01',
    bookingtype: 'services',
    status: 'accecpted',
    payment_status: 'paid',
    services: [{ servicename: 'Oil change', price: '499.50' }, { servicename: null }],
    service_date: '2026-02-10T10:00:00+0530',
    createdAt: '2026-02-09',
    userLocation: { coordinates: ['72.8777', '19.0760'] },
    reviewstar: '4',
    userid: { _id: '65f1000000000000000000a1', name: 'Meera Nair', phone_number: 9811111111 },
    mechanicid: { _id: 'mech-1', name: 'Anil Rao' },
    payment_details: { totalamount: '1499', paidamount: '1499', dueamount: 0, discount: null },
    payment_ser_summary: { platform_fee: '49', service_cost: '1450' },
  },
  { _id: '65f2000000000000abcdef02' },
  'not a booking',
  {
    _id: '65f2000000000000abcdef03',
    bookingtype: 'towing',
    status: 'stuck_in_mud',
    userid: null,
    mechanicid: null,
    services: 'none',
    userLocation: { coordinates: ['here', 'there'] },
    payment_details: null,
    payment_ser_summary: null,
  },
  {
    _id: '65f2000000000000abcdef04',
    bookingtype: 'emergency',
    status: 'pending',
    problem: 'Flat tyre',
    userid: { _id: 'usr-15', name: 'Plain 5' },
    mechanicid: 'mech-9',
    createdAt: '2026-02-08T00:00:00Z',
    payment_details: { totalamount: -5 },
  },
];

/** Returns payments, complete and malformed. */
export const makePayments = (): unknown[] => [
  {
    _id: '65f3000000000000000fed01',
    bookingId: { _id: '65f2000000000000abcdef01', status: 'accecpted' },
    amount: '1499.50',
    paymentMethod: 'upi',
    status: 'paid',
    type: 7,
    transactionDate: '2026-02-10 05:00:00',
    paymentscreenshot: '/uploads/proof.png',
    userId: { name: 'Meera Nair', email: 'meera@external.test', phone_number: 9811111111 },
    mechnaicId: { name: 'Anil Rao', phone_number: 9833333333 },
    paymentDetails: { totalAmount: '1549.50', discount: '50', paidAmount: 1499.5, dueAmount: 0 },
  },
  { _id: '65f3000000000000000fed02', bookingId: null, userId: null, mechnaicId: null, paymentDetails: null },
  { _id: '65f3000000000000000fed03', amount: '20', paymentMethod: 'barter', status: 'on_hold', userId: 'usr-2' },
  {
    _id: '65f3000000000000000fed04',
    amount: 'twelve',
    paymentMethod: 'cash',
    status: 'pending',
    createdAt: 'soon',
  },
];

/** Stats that are formatted, missing or of an unknown kind. */
export const dashboard = {
  status: true,
  stats: [
    { title: 'Total Bookings', value: '1,204', change: '+12.5%', trend: 'up', icon: 'Calendar' },
    { title: 'Total Revenue', value: 250000, change: 'N/A', trend: 'sideways', icon: 'IndianRupee' },
    { title: 'Scooters', icon: 'Scooter' },
    { title: 'Broken', value: { amount: 1 } },
  ],
  charts: {
    bookingData: [{ day: 'Mon', bookings: '3' }, { day: 'Tue' }, { day: null, bookings: 2 }],
    earningsData: null,
  },
};

/** Returns catalogue, slots, vehicle models, configuration and notifications, complete and malformed. */
export const makeCrudRecords = () => ({
  sosServices: [
    { _id: 'sos-1', servicename: 'Towing', vehicle_type: 'truck', price: '1500', image: '/uploads/tow.png' },
    { _id: 'sos-2', servicename: 'Fuel', vehicle_type: 'boat', price: null, image: null },
    { _id: 'sos-3', servicename: 'Jump start', vehicle_type: ['car'], price: 'free' },
  ] as unknown[],
  services: [
    {
      _id: 'srv-1',
      servicename: 'Oil change',
      vehicle_type: 'car',
      image: '/uploads/oil.png',
      createdAt: '2026-02-01',
    },
    { _id: 'srv-2', vehicle_type: 'bike' },
    7,
  ] as unknown[],
  parts: [
    { _id: 'prt-1', serviceId: 'srv-1', partname: 'Oil filter', amount: '350', image: '/uploads/filter.png' },
    { serviceId: 'srv-1', partname: 'Without an id', amount: 10 },
    { _id: 'prt-3', serviceId: { _id: 'srv-1' }, partname: null, amount: 'unknown' },
  ] as unknown[],
  slots: [
    { _id: 'slt-1', starttime: '09:00', endtime: '10:00', no_of_hour: '1 hour' },
    { _id: 'slt-2', starttime: 14, endtime: 16, no_of_hour: 2 },
    { starttime: '18:00' },
  ] as unknown[],
  models: [
    { _id: 'mod-1', companyname: 'Tata', image: 'uploads/tata.png', createdAt: '2026-02-01T00:00:00Z' },
    { _id: 'mod-2', companyname: 'Bajaj', image: '', createdAt: 'new' },
  ] as unknown[],
  configuration: {
    _id: 'cfg-1',
    charge_per_km: '12.5',
    platform_fee: 49,
    commision_percentage: '10',
    referral_bonus: null,
    mechanic_charge: 'ask',
    discount_percentage: 0,
    upi_number: 9811111111,
  } as Record<string, unknown> | null,
  notifications: Array.from({ length: 23 }, (_, index) => ({
    _id: `ntf-${index}`,
    message: `Message ${index}`,
    type: ['general', 'festival', 'all'][index % 3],
    createdAt: index === 1 ? 'just now' : '2026-02-01T00:00:00Z',
    user_id: null,
  })) as unknown[],
});

/** Returns customers, complete and malformed; each test starts with new ones. */
export const makeUsers = (): unknown[] => [
  {
    _id: '65f1000000000000000000a1',
    name: 'Meera Nair',
    email: 'meera@external.test',
    phone_number: 9811111111,
    vehicle_type: ['car', 'car', ' ', 'tractor'],
    wallet_amount: '250.50',
    isBlocked: 'false',
    referral_code: 4411,
    createdAt: '2026-02-01T18:30:00',
    updatedAt: 'Mon, 02 Feb 2026 18:30:00 GMT',
    socketId: 'x81',
  },
  // A customer with only the required fields.
  { _id: 'usr-2' },
  null,
  { _id: 3, name: 'Odd One', email: null, vehicle_type: null, wallet_amount: 'lots', createdAt: 'last week' },
  { name: 'Nobody Known', phone_number: '9822222222' },
  ...Array.from({ length: 8 }, (_, index) => ({ _id: `usr-1${index}`, name: `Plain ${index}`, wallet_amount: 5 })),
];

/** Returns mechanics, complete and malformed. */
export const makeMechanics = (): unknown[] => [
  {
    _id: 'mech-1',
    name: 'Anil Rao',
    email: 'anil@external.test',
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

/** The calls whose responses contain malformed records. The lenient decoder warns about each unreadable field. */
export const UNREADABLE_CALLS = [
  'listBookings',
  'listPayments',
  'getDashboard',
  'listUsers',
  'listMechanics',
  'listMechanicEarnings',
  'listSosServices',
  'listServices',
  'listParts',
  'listSlots',
  'listVehicleModels',
  'listNotifications',
  'getConfiguration',
];
