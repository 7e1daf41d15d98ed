// Names after a cue: a role, a title or kin before the name, a label in front of it, or the phrase around it; and cues
// without a name.
import { describe, expect, it } from 'vitest'
import { found, only } from './finding.ts'

describe('by a role or a title', () => {
  it.each([
    // Over the end of a line of prose; a list and a form begin anew.
    ['DE', 'Gestern war Frau Annegret\nHuelsebusch bei uns.', ['NAME Annegret\nHuelsebusch']],
    ['DE', 'Wir sahen Ihre Patientin Annegret\nHülsebusch, die klagte.', ['NAME Annegret\nHülsebusch']],
    ['PL', 'Dziś przyszła pani Bronisława\nRzeszutkowska do poradni.', ['NAME Bronisława\nRzeszutkowska']],
    ['DE', 'Wir sprachen mit Frau Anna\nBlutdruck war normal.', ['NAME Anna']],
    ['FR', 'Technicien : Mehdi\nLieu : site de Namur', ['NAME Mehdi']],
    ['GB', 'We saw Mrs Jane\nWill see again', ['NAME Jane']],
    ['PL', 'Rozmawiano z pacjentką Wierzymirą Grzędą w sprawie dawki.', ['NAME Wierzymirą Grzędą']],
    ['IE', 'Finné: Kvorin Maltzen\nComharsa: Adla Brenz', ['NAME Kvorin Maltzen', 'NAME Adla Brenz']],
    ['MT', 'Xufier: Kvorin Maltzen\nBenefiċjarju: Adla Brenz', ['NAME Kvorin Maltzen', 'NAME Adla Brenz']],
    ['LU', 'Zeien: Kvorin Maltzen\nHausdokter: Adla Brenz', ['NAME Kvorin Maltzen', 'NAME Adla Brenz']],
    ['ZA', 'Aansoeker: Kvorin Maltzen\nHuisdokter: Adla Brenz', ['NAME Kvorin Maltzen', 'NAME Adla Brenz']],
    ['SE', 'Igår ringde hyresgäst Kvorin Maltzen om hyran.', ['NAME Kvorin Maltzen']],
    ['HR', 'Rješava Ivana. Povratni poziv sutra.', ['NAME Ivana']],
    // "CC" after a name is a legal form, but not before the number of a card.
    ['PT', 'Queixosa: Sara Freitas, CC 58910682 1 ZG6', ['NAME Sara Freitas', 'NATIONAL_ID 58910682 1 ZG6']],
    ['CZ', 'Omluvenky paní učitelce Vlasákové do pátku.', ['NAME Vlasákové']],
    ['SI', 'Ključe ima pri najemnici Brini Žvokelj.', ['NAME Brini Žvokelj']],
    [
      'CZ',
      'Complainant Vendelín Křepelka of Masarykovo náměstí 9, 586 01 Jihlava states',
      ['NAME Vendelín Křepelka', 'ADDRESS Masarykovo náměstí 9, 586 01 Jihlava'],
    ],
    ['HU', 'Eljáró: Kőszegi törzsőrmester.', ['NAME Kőszegi']],
    ['DE', 'Key receipt\nTenant Ole Dörr\n3 keys', ['NAME Ole Dörr']],
    ['LI', 'The suspect, Jane Kind, was stopped.', ['NAME Jane Kind']],
    ['CZ', 'Supplier: Papírna Jizera a.s., Reg. No. 45273910', []],
    ['HR', 'Extract: surname Turina; given names Zoran; sex M', ['NAME Turina', 'NAME Zoran']],
    [
      'DK',
      'Driver note: Laust at Amagerbrogade 15, 2300 København S was out',
      ['NAME Laust', 'ADDRESS Amagerbrogade 15, 2300 København S'],
    ],
    ['LV', 'The parcel goes back on 18.05.2026. Elmārs', ['NAME Elmārs']],
    ['HR', 'User ljerka štimac <lstimac@example.org> rang', ['NAME ljerka štimac', 'EMAIL lstimac@example.org']],
    ['EE', 'Officer in the case: PC Kattai', ['NAME Kattai']],
    ['SE', 'The policyholder Bergkvist states that the gate was open.', ['NAME Bergkvist']],
    ['MT', 'Both signed before notary C. Parker.', ['NAME C. Parker']],
    ['LU', 'and my lawyer Ms Hill said', ['NAME Hill']],
    ['NO', 'Bruker Ola Strøm ringte.', ['NAME Ola Strøm']],
    // Names that no list has, or that stand oddly: the form of address says what they are.
    ['DE', 'erreichen Sie Frau Onken an der Anmeldung', ['NAME Onken']],
    ['DE', 'Hausarzt Dr. Vu informiert', ['NAME Vu']],
    ['PT', 'Combinar com prof. Lis Hoffmann reunião na escola', ['NAME Lis Hoffmann']],
    ['PL', 'Umówiona z mec. Tarnawskim na piątek', ['NAME Tarnawskim']],
    // "kun" and "med" are titles elsewhere; a full stop after "15 d" or "mama" introduces no name, and "MS" is not "Ms".
    ['FI', 'Se hyväksyttiin, kun Yhdistyneiden kansakuntien kokous päättyi.', []],
    ['SE', 'Staterna skall i samverkan med Förenta Nationerna verka.', []],
    ['LT', 'Apmokėti iki rugpjūčio 15 d. Sąskaitos numeris nurodytas.', []],
    ['GB', 'It is necessary to scan my MS Money database.', []],
    ['GB', 'Collected by Mr R Entwistle, prescriber Dr P Nair.', ['NAME R Entwistle', 'NAME P Nair']],
    ['FR', 'Nous avons vu Mme Vautrin hier.', ['NAME Vautrin']],
    ['NL', 'namens mevrouw van Gestel en de heer De Boer', ['NAME van Gestel', 'NAME De Boer']],
    ['IT', 'La signora "Anna Galilei" ha chiamato', ['NAME Anna Galilei']],
    ['IT', 'La proprietaria, Zaira Pontecorvo, ha firmato', ['NAME Zaira Pontecorvo']],
    [null, 'Dr. Liebetraut Ammonitzsch kommt.', ['NAME Liebetraut Ammonitzsch']],
    [null, 'Dr Abernethy and Dr Crohn saw her', ['NAME Abernethy', 'NAME Crohn']],
    [null, 'MR ALLEN CROWTHER spoke', ['NAME ALLEN CROWTHER']],
    ['DE', 'Der Beschuldigte, ein gewisser Käfer, lief davon.', ['NAME Käfer']],
    ['ES', 'La paciente M. Carmen Ruiz ha llamado.', ['NAME M. Carmen Ruiz']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([['SI', 'Stranka Branko petek (branko.petek@example.si).', ['Branko petek']]])(
    'names of %s: %s',
    (country, text, expected) => {
      expect(only('NAME', text, country)).toEqual(expected)
    },
  )
})

describe('by kin and household', () => {
  it.each([
    ['BG', 'С него беше брат му Щерьо Кърлев.', ['NAME Щерьо Кърлев']],
    ['HR', 'Joško and his sister Jelena will be late.', ['NAME Joško', 'NAME Jelena']],
    [
      'GB',
      'policyholder  is  her  husband  (Niels Clausen,  17 March 1987)',
      ['NAME Niels Clausen', 'DOB 17 March 1987'],
    ],
    ['GB', 'The Okafor family moved out in spring.', ['NAME Okafor']],
    [
      'PL',
      '09:19 Eustachy Piekarczyk - dad (0048 512 217 642)',
      ['NAME Eustachy Piekarczyk', 'PHONE 0048 512 217 642'],
    ],
    ['SK', 'the brother-in-law of Lesana Michalica, who signs', ['NAME Lesana Michalica']],
    ['PL', 'She lives with her husband Mścisław.', ['NAME Mścisław']],
    ['HU', 'Ask my neighbour, Özséb.', ['NAME Özséb']],
    ['DE', 'All the best, love Hildegard & Mathis', ['NAME Hildegard', 'NAME Mathis']],
    ['SI', 'Lovely stay! Milenko Jakšić & family', ['NAME Milenko Jakšić']],
    ['GB', 'Parcel from Marks & Spencer, and a tub of Ben & Jerry’s.', []],
    ['IS', 'Declined again by Danivalsson.', ['NAME Danivalsson']],
    ['GB', 'Please ask Ben Ankrah to ring.', ['NAME Ben Ankrah']],
    ['DE', 'Familie Gierschner bringt Kuchen mit.', ['NAME Gierschner']],
    ['NL', 'Eigenaar: Fam. Bouzidi\nConsult kat', ['NAME Bouzidi']],
    ['FR', 'On se retrouve chez les Lambrecht samedi.', ['NAME Lambrecht']],
    ['KE', 'A man known to me only as Gambo grabbed my phone.', ['NAME Gambo']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([['FR', 'Enfants à charge : Claude (27.06.2016), Rokhaya', ['Claude', 'Rokhaya']]])(
    'names of %s: %s',
    (country, text, expected) => {
      expect(only('NAME', text, country)).toEqual(expected)
    },
  )
})

describe('by a label', () => {
  it.each([
    ['IE', 'Approved by: D. Brosnan; entered by: Wisława Grzęda', ['NAME D. Brosnan', 'NAME Wisława Grzęda']],
    ['SE', 'Hyresgäst: von Linné, Karin\nHyra betald', ['NAME von Linné, Karin']],
    ['NL', 'Huurder: de Vries, Karin', ['NAME de Vries, Karin']],
    ['IE', 'Verified by: Skovgård, branch 0042', ['NAME Skovgård']],
    ['MT', 'Consignee: Belinda Allen\nTriq il-Kbira', ['NAME Belinda Allen']],
    ['CY', 'Delivered to: Samantha Holder. Thanks', ['NAME Samantha Holder']],
    ['NO', 'Agent name: Kåre Mathisen.', ['NAME Kåre Mathisen']],
    ['LV', 'user: uldis kalniņš\nbuild: 7', ['NAME uldis kalniņš']],
    ['PL', 'Sold to Falba, Robert, tax number pending', ['NAME Falba, Robert']],
    ['LI', 'Complaint summary: Melitta Marxer, customer since spring', ['NAME Melitta Marxer']],
    ['NG', 'Second key: Ada Obi, 12 Aba Road', ['NAME Ada Obi', 'ADDRESS 12 Aba Road']],
    ['FR', 'Scan result for Kerbrat, Thérèse (DOB 05/10/1968)', ['NAME Kerbrat, Thérèse', 'DOB 05/10/1968']],
    ['PT', 'Missing person: Tomás Matos, DOB 1961-06-12', ['NAME Tomás Matos', 'DOB 1961-06-12']],
    ['IE', 'Signature : Colm Ó hÓgáin', ['NAME Colm Ó hÓgáin']],
    ['NL', 'Signature : Rosalie van de Water', ['NAME Rosalie van de Water']],
    [
      'AT',
      'Landlord: John Rabl, Kaiser-Josef-Platz 6, 4600 Wels',
      ['NAME John Rabl', 'ADDRESS Kaiser-Josef-Platz 6, 4600 Wels'],
    ],
    ['HU', 'Line manager: János Magyar\nNet', ['NAME János Magyar']],
    ['NG', 'Doctor on duty: Ugber', ['NAME Ugber']],
    ['KE', 'Witness (independent): Mwadime Krop', ['NAME Mwadime Krop']],
    ['LV', 'Tenant no. 2: Zofka Zirne', ['NAME Zofka Zirne']],
    ['DK', 'Medarbejder: Mikkelsen, Lona\nAfdeling: lager', ['NAME Mikkelsen, Lona']],
    ['DK', 'Kontakt: Jensen, Salg\nTelefon: ingen', ['NAME Jensen']],
    ['LV', 'Darbinieks: Ābele, Alise\nNeto 2 854,29 €, izmaksa 14.06.2026 uz kontu', ['NAME Ābele, Alise']],
    ['BG', 'Подпис: Хр. Димитров', ['NAME Хр. Димитров']],
    ['PT', 'Utente: Deolinda Pinto Carneiro, n.º utente', ['NAME Deolinda Pinto Carneiro']],
    ['PL', 'DELIVERY NOTE 710519\nConsignee    Gniewomir Chmura\nStreet', ['NAME Gniewomir Chmura']],
    [
      'CY',
      'Discharged today: Myrofora Hadjiloizou, Stanley Pitts and Al',
      ['NAME Myrofora Hadjiloizou', 'NAME Stanley Pitts'],
    ],
    [null, 'Name: Xqwel Brzozt', ['NAME Xqwel Brzozt']],
    [null, 'Employee: Okafor, Adaeze\nGrade: 7', ['NAME Okafor, Adaeze']],
    [null, 'Pt DEWAELE, Hilde, seen today', ['NAME DEWAELE, Hilde']],
    [null, 'Sch\u00fcler: Luis Hollaus', ['NAME Luis Hollaus']],
    [null, 'Inquilino: Maria S. A. Lopez', ['NAME Maria S. A. Lopez']],
    ['SE', 'REMISSVAR\nPat: Lindholm Maria', ['NAME Lindholm Maria']],
    ['DE', 'Ehefrau: Gerlind Beyer, geborene Terbrüggen, Floristin', ['NAME Gerlind Beyer', 'NAME Terbrüggen']],
    ['DE', 'Risikoklasse: gering, geprüft durch: Forster', ['NAME Forster']],
    ['NL', 'Verbalisant: de Haan-Postma, hoofdagent', ['NAME de Haan-Postma']],
    ['BE', "Klant: Wouter t'Kindt, geboren in mei", ["NAME Wouter t'Kindt"]],
    ['FR', 'Proche : Mathieu Voisin, tél. à suivre', ['NAME Mathieu Voisin']],
    ['ES', 'Ficha: Aitana GARRIDO, F. nac. 1990', ['NAME Aitana GARRIDO']],
    ['IT', 'Fornitore: Ulderico Fumagalli, P.IVA 123', ['NAME Ulderico Fumagalli']],
    ['IT', 'Paziente: Marco Dal Pra, cell. ignoto', ['NAME Marco Dal Pra']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['GB', 'Tenant: Sue Holder, born 01/08/1956', ['Sue Holder']],
    ['GH', 'Reporter........: Issifu Tampuri\nReach at........: 030-230-5718', ['Issifu Tampuri']],
    ['HR', 'Kupac: Lana Bradić, Sv. Roka 106, 20000 Dubrovnik', ['Lana Bradić']],
    [null, 'From: Sara Shackleton <sara@example.org>', ['Sara Shackleton']],
  ])('names of %s: %s', (country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })
})

describe('by what is said of them', () => {
  it.each([
    ['SE', 'is Gunilla coming tonight?', ['NAME Gunilla']],
    ['RO', 'received 6.794,85 lei from Ovidiu Ardelean on Monday', ['NAME Ovidiu Ardelean']],
    ['SE', 'Hansen, Sven,  born in May, hands in the old card', ['NAME Hansen, Sven']],
    ['GB', 'Yesterday Grace called and Mark paid for it on the day.', ['NAME Grace', 'NAME Mark']],
    ['GR', 'I vouch for Triantafylli Vasileiadi from now on.', ['NAME Triantafylli Vasileiadi']],
    ['IT', 'My Philips heater leaks. Can Toni come by?', ['NAME Toni']],
    ['NG', 'Refund chased by Ekow Essilfie on Monday.', ['NAME Ekow Essilfie']],
    ['KE', 'Form declined by Wanjala.', ['NAME Wanjala']],
    ['CZ', 'Viewing booked! Petr Novák + Hana Kašparová, 12:30', ['NAME Petr Novák', 'NAME Hana Kašparová']],
    [
      'SE',
      'Tyra Cederblad of Storgatan 35 B, 582 23 Linköping',
      ['NAME Tyra Cederblad', 'ADDRESS Storgatan 35 B, 582 23 Linköping'],
    ],
    ['HU', 'felperes ellen Szőke Zsuzsanna alperes', ['NAME Szőke Zsuzsanna']],
    ['SI', 'The lodger was Zofka Bajec, not her aunt.', ['NAME Zofka Bajec']],
    ['KE', 'The tenants are Nasieku Mwadime and Wela Ugber.', ['NAME Nasieku Mwadime', 'NAME Wela Ugber']],
    ['NG', 'Nobody rang. Ekow Dutsin is our landlord.', ['NAME Ekow Dutsin']],
    ['IS', 'They offered to drive. Herbert Vöttsson needs his inhaler.', ['NAME Herbert Vöttsson']],
    ['NG', 'We fixed the gate of the estate. Paul rang on Monday.', ['NAME Paul']],
    ['SE', 'Arrears of 640 kr; Loke missing school again.', ['NAME Loke']],
    ['GB', 'Somebody addressed as Karen answered.', ['NAME Karen']],
    ['GH', 'Sent to Okatakyie AFRIFA +233235824529', ['NAME Okatakyie AFRIFA', 'PHONE +233235824529']],
    ['CY', 'customs form, sender amy martin, one shirt', ['NAME amy martin']],
    [null, 'Call Ada on 0803 555 7890', ['NAME Ada']],
    [null, 'can you text emma on 07400 123014', ['NAME emma']],
    [null, 'tens o n\u00famero da joana? 912 341 959', ['NAME joana']],
    ['SE', 'Bruttolön: 640 kr\nAttesterad av N. Lindqvist', ['NAME N. Lindqvist']],
    ['NO', 'Vi har talt med Ole om det.', ['NAME Ole']],
    ['AT', 'Auszahlung auf das Konto, lautend auf Ferdl Obernosterer', ['NAME Ferdl Obernosterer']],
    ['ZA', 'Haar seun Lindokuhle kan gebel word.', ['NAME Lindokuhle']],
    ['ES', '¿Avisas tú a Jacinto?', ['NAME Jacinto']],
    ['BE', 'Le compte de Marc Noël est bloqué.', ['NAME Marc Noël']],
    ['LI', 'Die Rechnung geht an Melitta Marxer, fällig bald.', ['NAME Melitta Marxer']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['PL', 'O godz. 4:28 zgłosił się Eustachy Piekarczyk, zam. ul. Szara 5.', ['Eustachy Piekarczyk']],
    ['PL', 'Konto ab@example.pl (Zyta Śniegocka) zablokowane', ['Zyta Śniegocka']],
    ['DE', 'Dorothee Rosenow, Steuer-ID 86 275 849 015', ['Dorothee Rosenow']],
    ['SI', 'ali pokličite +386 31 123 456. Milena, 3. nadstropje', ['Milena']],
    ['BE', 'or text 0450 04 80 38. Vesna from the top floor', ['Vesna']],
    ['NO', 'Passet ditt utløper snart. Ring Cathrine på 95667144.', ['Cathrine']],
  ])('names of %s: %s', (country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })
})

describe('announces nobody', () => {
  it.each([
    // The line under a label is a sentence.
    ['IE', 'The Defendant\nAffidavit of service was filed.', []],
    // A form with a number in its line requests no person's name.
    ['PL', 'Zalecenia: kontrola, skierowanie nr 2026/61139.\nOrdynator: wizyta za tydzień', []],
    // No case form of Leia.
    ['NO', 'for leiligheten. Leie kr 9 155,90 betales ved vannskade til utleier.', []],
    ['PT', 'مرحبا — Affidavit. The undersigned agrees.', []],
    ['LV', 'Parent: none', []],
    ['IE', 'MISSING PERSON - LOW RISK', []],
    ['GB', 'Mr I think so. Dr A said no.', []],
    ['FI', 'Huoltaja:\nRuokavalio: laktoositon', []],
    ['BG', 'До: „Зорница Лизинг“ ЕАД', []],
    ['FR', 'la dame de Paris, le professeur de Physique', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it.each([
    ['BG', 'Диагноза: persistent back pain and no fever', []],
    ['LV', 'Kam: ab@example.lv\natmaksa līdz 12. marts. Numurs 995281912176 ir sūtījuma', []],
    ['LT', 'Rašykite ona@example.lt. Jei ko trūksta, skambinkite.', []],
  ])('names of %s: %s', (country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })

  it.each([
    [
      'ordinary nouns of a language that gives them capitals',
      'DE',
      'Ihm sei ein Fahrrad der Marke Kalkhoff entwendet worden.',
    ],
    ['a role that speaks', 'DE', 'Kundin: hallo\nBerater: Guten Tag?\nKundin: moment\nBerater: gern'],
    ['a school', 'FR', 'École primaire Jules-Verne, mot dans le carnet'],
    ['an office', 'DE', 'PI Nord, Vorgangsnummer 740453'],
    ['a word in short', 'ES', 'Núm. afil. S.S.: 157305399346'],
    ['two labels', 'GB', 'SURNAME AND FORENAMES: ____'],
    ['the end of a host', 'GR', 'Write to post.user@example.gr.\nKind regards'],
  ])('but not %s', (_what, country, text) => {
    expect(only('NAME', text, country)).toEqual([])
  })
})
