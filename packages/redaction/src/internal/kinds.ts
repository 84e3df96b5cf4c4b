/**
 * Facts about each kind of personal data, one row per entity: how redaction treats it, and the names that models give it.
 * A new entity needs a row here; adapters, prompts and tags are built from the rows.
 *
 * @since 0.2.0
 */
import { entities, type Entity } from "@dunlin/pii/Span"

export { entities } from "@dunlin/pii/Span"

/** One row of the table. */
export interface Kind {
  /** A value is one token: `*`, `_` and brackets are its characters, not marks of Markdown. */
  readonly isToken: boolean
  /** Further mentions of a value that a model found once are searched in the text. */
  readonly isRepeated: boolean
  /** Explanation for a chat model; absent where the name of the entity says it. */
  readonly says?: string
  /** Labels of token classifiers, in lower case. */
  readonly labels: ReadonlyArray<string>
  /** Labels of this kind in a request to gliner-pii. */
  readonly gliner: ReadonlyArray<string>
  /** Entity types of the Presidio Analyzer. */
  readonly presidio: ReadonlyArray<string>
  /** Info types of Google Sensitive Data Protection. */
  readonly googleDlp: ReadonlyArray<string>
  /** Types of AWS Comprehend. */
  readonly comprehend: ReadonlyArray<string>
  /** Categories of Azure Language, which has more than a list could name. */
  readonly azure: RegExp
}

const words = (text: string): ReadonlyArray<string> => text.split(" ")

export const kinds: Readonly<Record<Entity, Kind>> = {
  PERSON: {
    isToken: false,
    isRepeated: true,
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
    isToken: true,
    isRepeated: true,
    labels: words("email email_address private_email mail"),
    gliner: ["email"],
    presidio: ["EMAIL_ADDRESS"],
    googleDlp: ["EMAIL_ADDRESS"],
    comprehend: ["EMAIL"],
    azure: /^Email$/
  },
  PHONE: {
    isToken: false,
    isRepeated: false,
    labels: words("phone phone_number private_phone telephone telephonenum fax_number"),
    gliner: ["phone_number", "fax_number"],
    presidio: ["PHONE_NUMBER"],
    googleDlp: ["PHONE_NUMBER"],
    comprehend: ["PHONE"],
    azure: /^PhoneNumber$/
  },
  LOCATION: {
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
    isToken: true,
    isRepeated: false,
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
    isToken: true,
    isRepeated: false,
    says: "password, key, token",
    labels: words("secret password api_key token private_key access_token"),
    gliner: ["password", "api_key"],
    // The analyzer finds no secrets.
    presidio: [],
    googleDlp: words(
      "AUTH_TOKEN AWS_CREDENTIALS AZURE_AUTH_TOKEN ENCRYPTION_KEY GCP_API_KEY JSON_WEB_TOKEN PASSWORD STORAGE_SIGNED_URL"
    ),
    comprehend: words("PASSWORD AWS_ACCESS_KEY AWS_SECRET_KEY PIN"),
    azure: /Key$|ConnectionString$|Password$|Secret$|StorageAccountKey|SAS$|PublishSettings/i
  }
}

/** A value for each entity. */
export const perEntity = <A>(valueOf: (entity: Entity) => A): Record<Entity, A> =>
  Object.fromEntries(entities.map((entity) => [entity, valueOf(entity)])) as Record<Entity, A>

/** The entity of each name in a table of names. */
export const entityByName = (namesOf: (entity: Entity) => ReadonlyArray<string>): ReadonlyMap<string, Entity> =>
  new Map(entities.flatMap((entity) => namesOf(entity).map((name) => [name, entity] as const)))
