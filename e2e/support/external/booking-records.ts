/** Bookings as a stranger keeps them. */
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

/** Payments as a stranger keeps them. */
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
    userId: { name: 'Meera Nair', email: 'meera@stranger.test', phone_number: 9811111111 },
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

/** Figures as a stranger sends them: formatted, missing, of unknown kind. */
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
