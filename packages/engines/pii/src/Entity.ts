/**
 * Describes each kind of personal data in one row: how findings are weighted, compared and written, and the kind's
 * names in other detectors. A new kind needs a row here and a detector in `Detect.ts`.
 *
 * @since 0.2.0
 */

/**
 * When two values of a kind are equal:
 *
 * - `exact`: every character is equal
 * - `text`: they differ only in case and Markdown marks
 * - `mailbox`: like `text`, with or without `mailto:`
 * - `number`: all digits are equal
 * - `phone`: the last digits are equal
 * - `name`: the words are equal, or an initial abbreviates one
 *
 * @category models
 * @since 0.2.0
 */
export type Identity = "exact" | "text" | "mailbox" | "number" | "phone" | "name"

/**
 * One row of the table.
 *
 * @category models
 * @since 0.2.0
 */
export interface Kind {
  /** Of two overlapping findings, the one with the higher rank is kept. */
  readonly rank: number
  /** Whether a value consists of digits, which may continue on the next line. */
  readonly isNumber: boolean
  readonly identity: Identity
  /** Whether a value is one token, in which `*`, `_` and brackets are characters, not Markdown marks. */
  readonly isToken: boolean
  /** Whether other mentions of a value that a model found are searched in the text. */
  readonly isRepeated: boolean
  /**
   * A value of at least this many words is also searched in texts where this kind is not detected, such as link URLs.
   * Shorter values are too ambiguous. Without this number, the kind is not searched.
   */
  readonly echoFromWords?: number
  /** Explanation for a chat model; absent if the entity's name is clear. */
  readonly says?: string
  /** Labels of token classifiers, in lower case. */
  readonly labels: ReadonlyArray<string>
  /** Labels of this kind in requests to gliner-pii. */
  readonly gliner: ReadonlyArray<string>
  /** The matching entity types of Microsoft Presidio Analyzer. */
  readonly presidio: ReadonlyArray<string>
  /** Info types of Google Sensitive Data Protection. */
  readonly googleDlp: ReadonlyArray<string>
  /** Types of AWS Comprehend. */
  readonly comprehend: ReadonlyArray<string>
  /** The matching categories of Azure Language, as a regular expression, because a list would be too long. */
  readonly azure: RegExp
}

const words = (text: string): ReadonlyArray<string> => text.split(" ")

const rows = {
  PERSON: {
    rank: 1,
    isNumber: false,
    identity: "name",
    isToken: false,
    isRepeated: true,
    // A single name is not unique.
    echoFromWords: 2,
    says: "name of a person",
    labels: words(
      "person per name private_person first_name last_name full_name username givenname surname person_name"
    ),
    gliner: ["name", "first_name", "last_name"],
    presidio: ["PERSON"],
    googleDlp: ["PERSON_NAME"],
    comprehend: ["NAME"],
    azure: /^Person$/
  },
  EMAIL: {
    rank: 5,
    isNumber: false,
    identity: "mailbox",
    isToken: true,
    isRepeated: true,
    echoFromWords: 1,
    labels: words("email email_address private_email mail"),
    gliner: ["email"],
    presidio: ["EMAIL_ADDRESS"],
    googleDlp: ["EMAIL_ADDRESS"],
    comprehend: ["EMAIL"],
    azure: /^Email$/
  },
  PHONE: {
    rank: 3,
    isNumber: true,
    identity: "phone",
    isToken: false,
    isRepeated: false,
    echoFromWords: 1,
    labels: words("phone phone_number private_phone telephone telephonenum fax_number"),
    gliner: ["phone_number", "fax_number"],
    presidio: ["PHONE_NUMBER"],
    googleDlp: ["PHONE_NUMBER"],
    comprehend: ["PHONE"],
    azure: /^PhoneNumber$/
  },
  LOCATION: {
    rank: 2,
    isNumber: false,
    identity: "text",
    isToken: false,
    isRepeated: false,
    says: "postal address",
    labels: words(
      "address private_address street_address location loc gpe city state country zipcode zip postcode street buildingnum secondaryaddress"
    ),
    gliner: ["street_address"],
    presidio: ["LOCATION"],
    googleDlp: ["STREET_ADDRESS"],
    comprehend: ["ADDRESS"],
    azure: /^Address$/
  },
  FINANCIAL: {
    rank: 4,
    isNumber: true,
    identity: "number",
    isToken: true,
    isRepeated: false,
    echoFromWords: 1,
    says: "account, card, tax or identity number",
    labels: words(
      "account_number account credit_card credit_card_number creditcardnumber iban iban_code bank_account ssn social_security_number socialnum " +
        "tax_id taxnum passport_number driver_license driverlicensenum idcardnum financial crypto bank_routing_number swift_bic cvv credit_debit_card"
    ),
    gliner: ["account_number", "credit_debit_card", "bank_routing_number", "swift_bic", "ssn", "tax_id"],
    presidio: words(
      "CREDIT_CARD IBAN_CODE CRYPTO US_BANK_NUMBER ABA_ROUTING_NUMBER US_SSN US_ITIN US_PASSPORT US_DRIVER_LICENSE UK_NHS UK_NINO ES_NIF IT_FISCAL_CODE"
    ),
    googleDlp: words(
      "CREDIT_CARD_NUMBER IBAN_CODE SWIFT_CODE FINANCIAL_ACCOUNT_NUMBER US_BANK_ROUTING_MICR US_SOCIAL_SECURITY_NUMBER PASSPORT"
    ),
    comprehend: words(
      "BANK_ACCOUNT_NUMBER BANK_ROUTING CREDIT_DEBIT_NUMBER CREDIT_DEBIT_CVV CREDIT_DEBIT_EXPIRY INTERNATIONAL_BANK_ACCOUNT_NUMBER SWIFT_CODE SSN " +
        "PASSPORT_NUMBER DRIVER_ID US_INDIVIDUAL_TAX_IDENTIFICATION_NUMBER UK_NATIONAL_INSURANCE_NUMBER UK_NATIONAL_HEALTH_SERVICE_NUMBER " +
        "UK_UNIQUE_TAXPAYER_REFERENCE_NUMBER CA_SOCIAL_INSURANCE_NUMBER CA_HEALTH_NUMBER IN_AADHAAR IN_PERMANENT_ACCOUNT_NUMBER"
    ),
    azure:
      /CreditCard|BankAccount|IBAN|InternationalBanking|ABARouting|SWIFT|Passport|DriversLicense|SocialSecurity|TaxId|IdentityCard|NationalId|TaxFile|NationalInsurance|SocialInsurance|TaxNumber/i
  },
  SECRET: {
    rank: 6,
    isNumber: false,
    identity: "exact",
    isToken: true,
    isRepeated: false,
    echoFromWords: 1,
    says: "password, key, token",
    labels: words("secret password api_key token private_key access_token"),
    gliner: ["password", "api_key"],
    presidio: [],
    googleDlp: words(
      "AUTH_TOKEN AWS_CREDENTIALS AZURE_AUTH_TOKEN ENCRYPTION_KEY GCP_API_KEY JSON_WEB_TOKEN PASSWORD STORAGE_SIGNED_URL"
    ),
    comprehend: words("PASSWORD AWS_ACCESS_KEY AWS_SECRET_KEY PIN"),
    azure: /Key$|ConnectionString$|Password$|Secret$|StorageAccountKey|SAS$|PublishSettings/i
  }
} as const satisfies { readonly [entity: string]: Kind }

/**
 * The name of a kind of personal data.
 *
 * @category models
 * @since 0.2.0
 */
export type Entity = keyof typeof rows

/**
 * The row of each kind.
 *
 * @category constants
 * @since 0.2.0
 */
export const kinds: Readonly<Record<Entity, Kind>> = rows

/**
 * Every kind of personal data that a detector finds.
 *
 * @category constants
 * @since 0.2.0
 */
export const entities: ReadonlyArray<Entity> = Object.keys(rows) as Array<Entity>
