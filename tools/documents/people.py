"""Invented people and the words of their documents, in eleven languages. Identity numbers have right check digits and belong to nobody known."""

LABELS = {
    # name, given, family, dob, national id, health/tax id, phone, email, address, iban, doctor, relative, remark
    "en-GB": dict(name="Full name", given="First name", family="Surname", dob="Date of birth", health_id="NHS number", phone="Telephone", email="Email", address="Home address", iban="IBAN", doctor="Consultant", relative="Next of kin", occupation="Occupation"),
    "de-DE": dict(name="Name, Vorname", given="Vorname", family="Nachname", dob="Geburtsdatum", tax_id="Steuer-ID", phone="Telefon", email="E-Mail", address="Anschrift", iban="IBAN", doctor="Behandelnder Arzt", relative="Angehörige", occupation="Beruf"),
    "fr-FR": dict(name="Nom et prénom", given="Prénom", family="Nom", dob="Date de naissance", health_id="N° de sécurité sociale", phone="Téléphone", email="Courriel", address="Adresse", iban="IBAN", doctor="Médecin traitant", relative="Personne à prévenir", occupation="Profession"),
    "es-ES": dict(name="Nombre y apellidos", given="Nombre", family="Apellidos", dob="Fecha de nacimiento", national_id="DNI", phone="Teléfono", email="Correo electrónico", address="Domicilio", iban="IBAN", doctor="Médico responsable", relative="Persona de contacto", occupation="Profesión"),
    "it-IT": dict(name="Cognome e nome", given="Nome", family="Cognome", dob="Data di nascita", tax_id="Codice fiscale", phone="Telefono", email="E-mail", address="Residenza", iban="IBAN", doctor="Medico curante", relative="Familiare", occupation="Professione"),
    "nl-NL": dict(name="Naam", given="Voornaam", family="Achternaam", dob="Geboortedatum", national_id="BSN", phone="Telefoon", email="E-mail", address="Adres", iban="Rekeningnummer", doctor="Huisarts", relative="Contactpersoon", occupation="Beroep"),
    "pl-PL": dict(name="Imię i nazwisko", given="Imię", family="Nazwisko", dob="Data urodzenia", national_id="PESEL", phone="Telefon", email="E-mail", address="Adres zamieszkania", iban="Numer konta", doctor="Lekarz prowadzący", relative="Osoba do kontaktu", occupation="Zawód"),
    "pt-PT": dict(name="Nome completo", given="Nome próprio", family="Apelido", dob="Data de nascimento", tax_id="NIF", phone="Telemóvel", email="Correio eletrónico", address="Morada", iban="IBAN", doctor="Médico assistente", relative="Familiar", occupation="Profissão"),
    "sv-SE": dict(name="Namn", given="Förnamn", family="Efternamn", dob="Födelsedatum", national_id="Personnummer", phone="Telefon", email="E-post", address="Adress", iban="IBAN", doctor="Läkare", relative="Anhörig", occupation="Yrke"),
    "hu-HU": dict(name="Név", given="Utónév", family="Vezetéknév", dob="Születési dátum", health_id="TAJ szám", phone="Telefonszám", email="E-mail", address="Lakcím", iban="Bankszámlaszám", doctor="Kezelőorvos", relative="Hozzátartozó", occupation="Foglalkozás"),
    "ro-RO": dict(name="Nume și prenume", given="Prenume", family="Nume", dob="Data nașterii", national_id="CNP", phone="Telefon", email="E-mail", address="Domiciliu", iban="IBAN", doctor="Medic curant", relative="Persoană de contact", occupation="Profesie"),
}

# subject, doctor, relative (name and phone), typist
PEOPLE = {
    "en-GB": dict(given="Harriet", family="Blackwood", dob="1985-07-12", health_id="943 476 5919", phone="020 7946 0342", email="harriet.blackwood@example.org", address="14 Tannery Lane, Norwich NR1 4BQ", iban="GB33 BUKB 2020 1555 5555 55", doctor="Rowan Pickersgill", relative="Gareth Blackwood", relative_phone="07700 900418", typist="Philippa Moorcroft"),
    "de-DE": dict(given="Annegret", family="Wiesenthal", dob="1985-07-12", tax_id="47036892816", phone="030 23125 714", email="annegret.wiesenthal@example.org", address="Lindenallee 27, 14050 Berlin", iban="DE89 3704 0044 0532 0130 00", doctor="Friedhelm Ostermann", relative="Jörg Wiesenthal", relative_phone="0171 3920044", typist="Ulrike Schönfeld"),
    "fr-FR": dict(given="Mathilde", family="Rousselot", dob="1985-07-12", health_id="2 85 07 75 116 042 97", phone="01 99 00 47 12", email="mathilde.rousselot@example.org", address="8 rue des Carmes, 35000 Rennes", iban="FR76 3000 6000 0112 3456 7890 189", doctor="Étienne Vauquelin", relative="Luc Rousselot", relative_phone="06 39 98 21 07", typist="Solange Berthier"),
    "es-ES": dict(given="Pilar", family="Echeverría Navas", dob="1985-07-12", national_id="53172946M", phone="912 345 678", email="pilar.echeverria@example.org", address="Calle del Olmo 19, 28012 Madrid", iban="ES91 2100 0418 4502 0005 1332", doctor="Gonzalo Ibarra", relative="Tomás Navas Ruiz", relative_phone="612 908 334", typist="Encarnación Lozano"),
    "it-IT": dict(given="Ginevra", family="Salvadori", dob="1985-07-12", tax_id="SLVGVR85L52F205I", phone="02 5550 1847", email="ginevra.salvadori@example.org", address="Via dei Tigli 33, 20123 Milano", iban="IT60 X054 2811 1010 0000 0123 456", doctor="Leonardo Bevilacqua", relative="Renzo Salvadori", relative_phone="347 555 0182", typist="Ornella Fabbri"),
    "nl-NL": dict(given="Marloes", family="van der Steen", dob="1985-07-12", national_id="183407295", phone="020 555 0147", email="marloes.vandersteen@example.org", address="Kerkstraat 41, 1017 GC Amsterdam", iban="NL91 ABNA 0417 1643 00", doctor="Pieter Hoogland", relative="Wouter van der Steen", relative_phone="06 12345678", typist="Liesbeth Kuipers"),
    "pl-PL": dict(given="Katarzyna", family="Wojciechowska", dob="1988-03-15", national_id="88031512451", phone="22 555 01 73", email="katarzyna.wojciechowska@example.org", address="ul. Lipowa 12 m. 4, 00-316 Warszawa", iban="PL61 1090 1014 0000 0712 1981 2874", doctor="Zbigniew Krawczyk", relative="Marek Wojciechowski", relative_phone="501 234 567", typist="Bożena Sikorska"),
    "pt-PT": dict(given="Beatriz", family="Vasconcelos", dob="1985-07-12", tax_id="255194366", phone="912 345 670", email="beatriz.vasconcelos@example.org", address="Rua das Amoreiras 52, 1250-024 Lisboa", iban="PT50 0002 0123 1234 5678 9015 4", doctor="Henrique Sampaio", relative="Duarte Vasconcelos", relative_phone="936 555 012", typist="Graça Meireles"),
    "sv-SE": dict(given="Elsa", family="Lindqvist", dob="1985-07-12", national_id="850712-2391", phone="08-465 004 18", email="elsa.lindqvist@example.org", address="Storgatan 18, 114 55 Stockholm", iban="SE45 5000 0000 0583 9825 7466", doctor="Gunnar Åkesson", relative="Nils Lindqvist", relative_phone="070-174 06 41", typist="Birgitta Holmgren"),
    "hu-HU": dict(given="Eszter", family="Bodnár", dob="1985-07-12", health_id="041 238 763", phone="+36 1 555 0164", email="eszter.bodnar@example.org", address="1052 Budapest, Váci utca 14.", iban="HU42 1177 3016 1111 1018 0000 0000", doctor="Szabolcs Keresztes", relative="Bodnár Gergely", relative_phone="+36 30 555 0191", typist="Horváth Ildikó"),
    "ro-RO": dict(given="Ioana", family="Dumitrescu", dob="1985-03-12", national_id="2850312400188", phone="021 555 0138", email="ioana.dumitrescu@example.org", address="Str. Teiului nr. 7, 010072 București", iban="RO49 AAAA 1B31 0075 9384 0000", doctor="Sorin Vlădescu", relative="Mihai Dumitrescu", relative_phone="0722 000 173", typist="Camelia Stoica"),
}
FAMILY_FIRST = {"hu-HU"}
COMMA = {"de-DE"}


def full_name(locale):
    p = PEOPLE[locale]
    return f'{p["family"]} {p["given"]}' if locale in FAMILY_FIRST else f'{p["given"]} {p["family"]}'


DATE = {"en-GB": "{d}/{m}/{y}", "de-DE": "{d}.{m}.{y}", "fr-FR": "{d}/{m}/{y}", "es-ES": "{d}/{m}/{y}", "it-IT": "{d}/{m}/{y}", "nl-NL": "{d}-{m}-{y}", "pl-PL": "{d}.{m}.{y}", "pt-PT": "{d}/{m}/{y}", "sv-SE": "{y}-{m}-{d}", "hu-HU": "{y}. {m}. {d}.", "ro-RO": "{d}.{m}.{y}"}


def local_date(locale, iso):
    y, m, d = iso.split("-")
    return DATE[locale].format(y=y, m=m, d=d)


# Sentences: a letter that names the subject (S), the doctor (D) and the relative (R).
LETTER = {
    "en-GB": ["Dear Dr {D},", "Thank you for seeing {S}, who has been short of breath since the spring. Blood tests were normal and the chest film showed nothing new.", "Her brother {R} will bring her; he can be reached on {RP}.", "Yours sincerely"],
    "de-DE": ["Sehr geehrter Herr Dr. {D},", "vielen Dank, dass Sie {S} übernehmen. Die Patientin klagt seit dem Frühjahr über Atemnot, Labor und Röntgenbild waren unauffällig.", "Ihr Bruder {R} begleitet sie und ist unter {RP} erreichbar.", "Mit freundlichen Grüßen"],
    "fr-FR": ["Cher confrère, cher Dr {D},", "Je vous remercie de recevoir {S}, essoufflée depuis le printemps. Le bilan sanguin est normal et la radiographie sans particularité.", "Son frère {R} l'accompagnera ; on peut le joindre au {RP}.", "Bien confraternellement"],
    "es-ES": ["Estimado Dr. {D}:", "Le agradezco que reciba a {S}, con disnea desde la primavera. La analítica es normal y la placa no muestra cambios.", "La acompañará su hermano {R}, teléfono {RP}.", "Un cordial saludo"],
    "it-IT": ["Egregio Dott. {D},", "La ringrazio per la visita a {S}, che da questa primavera accusa affanno. Gli esami del sangue e la radiografia sono nella norma.", "La accompagnerà il fratello {R}, raggiungibile al {RP}.", "Cordiali saluti"],
    "nl-NL": ["Geachte collega {D},", "Dank dat u {S} wilt zien. Zij is sinds het voorjaar kortademig; bloedonderzoek en foto waren zonder afwijkingen.", "Haar broer {R} komt mee en is bereikbaar op {RP}.", "Met vriendelijke groet"],
    "pl-PL": ["Szanowny Panie Doktorze {D},", "dziękuję za przyjęcie pacjentki. {S} zgłasza duszność od wiosny; badania krwi i zdjęcie bez odchyleń.", "Towarzyszyć jej będzie brat, {R}, tel. {RP}.", "Z poważaniem"],
    "pt-PT": ["Exmo. Sr. Dr. {D},", "Agradeço que observe {S}, com falta de ar desde a primavera. As análises e a radiografia não mostraram alterações.", "Virá acompanhada pelo irmão, {R}, contacto {RP}.", "Com os melhores cumprimentos"],
    "sv-SE": ["Bäste doktor {D},", "Tack för att du tar emot {S}, som haft andfåddhet sedan i våras. Blodprover och lungröntgen var normala.", "Hennes bror {R} följer med och nås på {RP}.", "Med vänlig hälsning"],
    "hu-HU": ["Tisztelt Dr. {D}!", "Köszönöm, hogy fogadja {S} betegünket, aki tavasz óta fullad. A vérvizsgálat és a mellkasröntgen eltérés nélküli.", "Testvére, {R} kíséri el, telefonja {RP}.", "Üdvözlettel"],
    "ro-RO": ["Stimate domnule doctor {D},", "Vă mulțumesc că o consultați pe {S}, care acuză dispnee din primăvară. Analizele și radiografia sunt normale.", "Va fi însoțită de fratele ei, {R}, telefon {RP}.", "Cu stimă"],
}
# Names for tables: name and town, five a language.
ROWS = {
    "en-GB": [("Oliver Thackeray", "1979-02-03"), ("Imogen Fairclough", "1991-11-30"), ("Desmond Achebe", "1968-05-21"), ("Priya Raghunathan", "1988-09-14")],
    "de-DE": [("Lothar Brinkmann", "1979-02-03"), ("Heike Kowalski", "1991-11-30"), ("Mehmet Yıldırım", "1968-05-21"), ("Svenja Petersen", "1988-09-14")],
    "fr-FR": [("Gilles Lemoine", "1979-02-03"), ("Aurélie Castaing", "1991-11-30"), ("Karim Benslimane", "1968-05-21"), ("Odile Fontanel", "1988-09-14")],
    "es-ES": [("Rosario Villalba Cano", "1979-02-03"), ("Íñigo Zabaleta", "1991-11-30"), ("Amparo Quiles", "1968-05-21"), ("Joaquín Merino Sáez", "1988-09-14")],
    "it-IT": [("Tiziana Moretti", "1979-02-03"), ("Corrado Pellegrini", "1991-11-30"), ("Assunta De Luca", "1968-05-21"), ("Yuri Zanella", "1988-09-14")],
    "nl-NL": [("Joost de Wit", "1979-02-03"), ("Fatima El Amrani", "1991-11-30"), ("Geertje Postma", "1968-05-21"), ("Ruben ter Horst", "1988-09-14")],
    "pl-PL": [("Stanisław Górski", "1979-02-03"), ("Jadwiga Pawlak", "1991-11-30"), ("Tomasz Zieliński", "1968-05-21"), ("Agnieszka Duda", "1988-09-14")],
    "pt-PT": [("Rui Tavares Pinto", "1979-02-03"), ("Filipa Antunes", "1991-11-30"), ("Zulmira Cardoso", "1968-05-21"), ("Nuno Bettencourt", "1988-09-14")],
    "sv-SE": [("Anders Söderström", "1979-02-03"), ("Kerstin Bergman", "1991-11-30"), ("Ahmed Jama", "1968-05-21"), ("Lovisa Ekdahl", "1988-09-14")],
    "hu-HU": [("Tóth Balázs", "1979-02-03"), ("Németh Orsolya", "1991-11-30"), ("Farkas Dezső", "1968-05-21"), ("Varga Kinga", "1988-09-14")],
    "ro-RO": [("Gheorghe Munteanu", "1979-02-03"), ("Daniela Ciobanu", "1991-11-30"), ("Viorel Pop", "1968-05-21"), ("Alina Marinescu", "1988-09-14")],
}
