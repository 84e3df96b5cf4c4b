/**
 * Which entity the labels of models stand for.
 *
 * @since 0.1.0
 */
import type { Entity } from "../Span.ts"

const lists: ReadonlyArray<readonly [Entity, string]> = [
  ["PERSON", "person per name private_person first_name last_name full_name username givenname surname person_name"],
  ["EMAIL", "email email_address private_email mail"],
  ["PHONE", "phone phone_number private_phone telephone telephonenum fax_number"],
  [
    "LOCATION",
    "address private_address street_address location loc gpe city state country zipcode zip postcode street buildingnum secondaryaddress"
  ],
  [
    "FINANCIAL",
    "account_number account credit_card credit_card_number creditcardnumber iban iban_code bank_account ssn social_security_number socialnum " +
    "tax_id taxnum passport_number driver_license driverlicensenum idcardnum financial crypto bank_routing_number swift_bic cvv credit_debit_card"
  ],
  ["SECRET", "secret password api_key token private_key access_token"]
]

const entities = new Map(
  lists.flatMap(([entity, labels]) => labels.split(" ").map((label) => [label, entity] as const))
)

/** Labels of token classifiers, with or without a `B-`, `I-`, `E-`, `S-` in front; undefined for any other. */
export const entityOfLabel = (label: string): Entity | undefined =>
  entities.get(label.replace(/^[BIESLU]-/, "").toLowerCase().replaceAll(/[\s-]/g, "_"))
