import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import type { Random, Weighted } from './random.ts';

const splitWords = (text: string): string[] => text.split(' ');

interface Region {
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly surnames: readonly string[];
}

const region = (weight: number, women: string, men: string, surnames: string): readonly [Region, number] => [
  { women: splitWords(women), men: splitWords(men), surnames: splitWords(surnames) },
  weight,
];

const REGIONS: Weighted<Region> = [
  region(
    26,
    'Priya Neha Pooja Anjali Ritu Kavita Shweta Sunita Aarti Divya Nisha Swati Preeti Rekha Megha',
    'Rahul Amit Vikas Rohit Ankit Sandeep Manoj Deepak Gaurav Saurabh Ashish Naveen Vivek Pankaj Mohit',
    'Sharma Verma Gupta Mishra Tiwari Yadav Singh Agarwal Srivastava Chauhan Pandey Saxena',
  ),
  region(
    17,
    'Snehal Ashwini Manasi Rutuja Vaishnavi Sayali Madhuri Supriya Tejaswini Gauri',
    'Sachin Nilesh Swapnil Omkar Tushar Prashant Ganesh Aniket Shubham Yogesh',
    'Patil Deshmukh Kulkarni Jadhav Pawar Shinde More Joshi Gaikwad Bhosale',
  ),
  region(
    14,
    'Lakshmi Meenakshi Revathi Kavya Nandhini Deepika Gayathri Abirami Vidya Yamuna',
    'Karthik Senthil Murugan Vignesh Prabhu Saravanan Arun Balaji Dinesh Hari',
    'Subramanian Krishnan Raman Natarajan Iyer Sundaram Rajendran Murugesan Pillai Venkatesan',
  ),
  region(
    12,
    'Sravani Swathi Anusha Bhavana Mounika Harika Padma Sirisha',
    'Srinivas Venkatesh Ravi Kiran Suresh Naresh Praveen Chaitanya',
    'Reddy Rao Naidu Chowdary Varma Goud Raju Prasad',
  ),
  region(
    10,
    'Ananya Chaitra Pallavi Shruthi Sahana Rashmi Bhoomika Spoorthi',
    'Manjunath Puneeth Girish Chetan Darshan Nagaraj Basavaraj Shashank',
    'Gowda Shetty Hegde Kulkarni Bhat Naik Hiremath Murthy',
  ),
  region(
    9,
    'Moumita Sudeshna Ipsita Payel Rituparna Debjani Tanushree Sreya',
    'Sourav Subhajit Arindam Debasish Anirban Partha Abhijit Sandip',
    'Banerjee Mukherjee Chatterjee Das Ghosh Bose Dutta Sen',
  ),
  region(
    9,
    'Hetal Kinjal Jigna Dhara Bhumi Krupa Foram Nidhi',
    'Hardik Jignesh Ketan Mehul Chirag Bhavesh Nirav Parth',
    'Patel Shah Mehta Desai Parmar Solanki Trivedi Bhatt',
  ),
  region(
    7,
    'Anju Sreeja Athira Parvathy Reshma Jisha Fathima Aleena',
    'Vishnu Sreejith Anoop Jithin Basil Nikhil Shafeeq Bijoy',
    'Nair Menon Varghese Thomas Kurian Mathew Namboothiri Pillai',
  ),
  region(
    7,
    'Simran Harpreet Gurleen Jasleen Manpreet Navneet',
    'Gurpreet Harjit Jaspreet Manjit Sukhwinder Amandeep',
    'Singh Kaur Gill Sandhu Dhillon Sidhu Grewal',
  ),
  region(
    8,
    'Ayesha Zainab Sana Nazia Farah Shabnam Rukhsar',
    'Imran Salman Faisal Arif Javed Wasim Zubair',
    'Khan Ansari Shaikh Qureshi Siddiqui Pathan Sayyed',
  ),
];

/** Names in Devanagari and in three scripts of southern and eastern India. */
const OTHER_SCRIPTS = [
  'प्रिया शर्मा',
  'राजेश कुमार',
  'सुनीता देवी',
  'विकास पाटील',
  'स्नेहल देशमुख',
  'मोहम्मद इरफ़ान',
  'अंजलि मिश्रा',
  'श्रीकृष्ण जोशी',
  'கார்த்திக் ராஜன்',
  'মৌমিতা ঘোষ',
  'లక్ష్మి రెడ్డి',
];
const OTHER_SCRIPT_SHARE = 0.02;

/** A name, and a `handle` derived from it for email addresses. */
export interface PersonName {
  readonly name: string;
  readonly handle: string;
}

/** Returns a name from a region of India; one in fifty is not in Latin script. */
export function personName(random: Random, womenShare: number): PersonName {
  const region = random.weighted(REGIONS);
  const first = random.pick(random.chance(womenShare) ? region.women : region.men);
  const last = random.pick(region.surnames);
  const handle = `${first}.${last}`.toLowerCase();
  return {
    name: random.chance(OTHER_SCRIPT_SHARE) ? random.pick(OTHER_SCRIPTS) : `${first} ${last}`,
    handle,
  };
}

const MAIL_HOSTS = ['example.com', 'mail.example.com', 'example.org', 'example.net'];

/** Returns an email address at a host name that is reserved for examples. */
export function emailOf(handle: string, random: Random): string {
  return `${handle}${random.between(1, 9999)}@${random.pick(MAIL_HOSTS)}`;
}

/** Returns a ten-digit mobile number, sometimes with the country code. */
export function mobileNumber(random: Random): string {
  const number = random.digits(10, random.pick(['9', '9', '8', '7', '6']));
  return random.chance(0.04) ? `+91 ${number.slice(0, 5)} ${number.slice(5)}` : number;
}

/** Returns five letters of the name and four digits. */
export function referralCode(handle: string, random: Random): string {
  return (
    handle
      .replaceAll(/[^a-z]/g, '')
      .slice(0, 5)
      .toUpperCase() + random.digits(4)
  );
}

export interface City {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

const city = (name: string, latitude: number, longitude: number): City => ({ name, latitude, longitude });

/** The cities, weighted by their share of bookings. */
const CITIES: Weighted<City> = [
  [city('Mumbai', 19.076, 72.8777), 16],
  [city('Delhi', 28.6139, 77.209), 15],
  [city('Bengaluru', 12.9716, 77.5946), 14],
  [city('Pune', 18.5204, 73.8567), 10],
  [city('Hyderabad', 17.385, 78.4867), 10],
  [city('Chennai', 13.0827, 80.2707), 9],
  [city('Kolkata', 22.5726, 88.3639), 7],
  [city('Ahmedabad', 23.0225, 72.5714), 6],
  [city('Jaipur', 26.9124, 75.7873), 5],
  [city('Lucknow', 26.8467, 80.9462), 4],
  [city('Kochi', 9.9312, 76.2673), 4],
  [city('Indore', 22.7196, 75.8577), 4],
  [city('Surat', 21.1702, 72.8311), 3],
  [city('Nagpur', 21.1458, 79.0882), 3],
  [city('Chandigarh', 30.7333, 76.7794), 3],
  [city('Coimbatore', 11.0168, 76.9558), 2],
  [city('Bhubaneswar', 20.2961, 85.8245), 2],
  [city('Guwahati', 26.1445, 91.7362), 2],
];

export const pickCity = (random: Random): City => random.weighted(CITIES);

/** Returns a location within `degrees` of another one (0.01 is about a kilometre), rounded to about 10 cm. */
export function pointNear(centre: GeoPoint, random: Random, degrees: number): GeoPoint {
  const shifted = (value: number) => Number((value + (random.next() * 2 - 1) * degrees).toFixed(6));
  return { latitude: shifted(centre.latitude), longitude: shifted(centre.longitude) };
}
