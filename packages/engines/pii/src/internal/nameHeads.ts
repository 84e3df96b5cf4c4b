/**
 * Recognizes headers of columns and labels of fields that contain persons' names.
 *
 * @since 0.3.0
 */

const nameHead =
  /^(?:(?:full|first|last|given|family|sur|middle|contact|customer|employee|patient|client|account|card|cardholder|author|user)?[ _-]?names?|surname|vorname|nachname|nom|prénom|nombre|apellidos?|nome|cognome|employee|patient|customer|contact|holder|author|manager|owner|first|last|姓名|氏名|이름)$/i

export const isNameHead = (head: string): boolean => nameHead.test(head)

const persons =
  "employee|staff|member|patient|customer|client|contact|insured|defendant|plaintiff|applicant|cardholder|student|pupil|teacher|tutor|professor|" +
  "instructor|lecturer|speaker|author|editor|reviewer|attendee|participant|candidate|player|coach|doctor|physician|nurse|passenger|guest|tenant|" +
  "mitarbeiter(?:in)?|angestellte[r]?|ansprechpartner(?:in)?|kund(?:e|in)|patient(?:in)?|schüler(?:in)?|lehrer(?:in)?|lehrkraft|teilnehmer(?:in)?|" +
  "autor(?:in)?|referent(?:in)?|mitglied|bewerber(?:in)?|mieter(?:in)?|ärztin|arzt|empleado|empleada|paciente|cliente|alumno|alumna|profesora?|autora?|" +
  "socio|docente|employée?|salariée?|élève|enseignante?|patiente?|auteur|autrice|participante?|membre|dipendente|paziente|studente|alunno|" +
  "insegnante|autore|partecipante|socio|medewerker|patiënt|klant|leerling|docent|deelnemer|lid|pracownik|pacjent|klient|uczeń|nauczyciel|" +
  "uczestnik|członek|funcionário|paciente|aluno|professora?|participante|öğrenci|öğretmen|hasta|müşteri|сотрудник|пациент|клиент|студент|" +
  "ученик|учитель|преподаватель|участник|автор"
const names =
  "(?:full |last |family )?names?|surname|family name|nachname|familienname|nom(?: de famille)?|apellidos?|nombre(?: completo)?|cognome|nome|" +
  "nominativo|naam|achternaam|imię i nazwisko|nazwisko|soyad[ıi]?|ad soyad|фио|фамилия|имя"
const personHead = new RegExp(`^(?:${persons})(?:s|en|es|i|n|ы|и)?(?:[ _-]?names?)?$`, "iu")
const label = new RegExp(`(?<![\\p{L}\\d])(?:${persons}|${names})["'\`*_]{0,3}\\s{0,2}[:|]\\s{0,3}["'\`*_]{0,3}$`, "iu")

export const isPersonHead = (head: string): boolean => personHead.test(head)

export const labelsPerson = (lead: string): boolean => label.test(lead)
