"""A second corpus, independent of make.py in people, wording, layout and writers: python make_second.py OUT. Needs fpdf2, weasyprint, python-docx,
openpyxl, Pillow, img2pdf, and soffice on the path. OUT/manifest.jsonl is as make.py writes it. It was written, and measured once, before anything was
changed for it: that first figure stands in docs/accuracy.md."""
import datetime
import io
import json
import mailbox
import os
import subprocess
import sys
import tempfile
from email.message import EmailMessage

from fpdf import FPDF
from PIL import Image, ImageDraw, ImageFilter, ImageFont

OUT = sys.argv[1]
os.makedirs(OUT, exist_ok=True)
MANIFEST = []
SANS = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
BOLD = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"


def path(name):
    return os.path.join(OUT, name)


def plant(file, jurisdiction, *values):
    MANIFEST.append(dict(file=file, jurisdiction=jurisdiction, planted=[dict(value=v, field=f, place=p) for v, f, p in values if v]))


# One subject and one or two others each; all are invented.
CZ = dict(j="CZ", name="Ludmila Havránková", dob="3. 5. 1974", id="745503/0019", phone="+420 604 555 871", email="l.havrankova@example.org", street="Na Vyhlídce 18", town="613 00 Brno", other="MUDr. Radim Kotas", kin="Vojtěch Havránek", kinphone="604 555 872")
SK = dict(j="SK", name="Peter Oravec", dob="21.11.1968", id="681121/6511", phone="0905 555 341", email="oravec@example.org", street="Javorová 7", town="040 01 Košice", other="JUDr. Zuzana Mináčová", kin="Mária Oravcová", kinphone="0905 555 342")
DK = dict(j="DK", name="Mette Skovgaard", dob="14. februar 1981", id="140281-1236", phone="20 55 51 84", email="mette.skovgaard@example.org", street="Fuglevangsvej 12, 2. th", town="8000 Aarhus C", other="Henrik Bjerre", kin="Lars Skovgaard", kinphone="20 55 51 85")
FI = dict(j="FI", name="Aino Lehtimäki", dob="9.8.1990", id="090890-123B", phone="040 555 1287", email="aino.lehtimaki@example.org", street="Koivukuja 4 B 11", town="33100 Tampere", other="Pekka Vainio", kin="Eero Lehtimäki", kinphone="040 555 1288")
EL = dict(j="GR", name="Ελένη Παπαδάκη", dob="17/03/1979", id="", phone="694 555 0173", email="e.papadaki@example.org", street="Αθηνάς 25", town="105 54 Αθήνα", other="Νίκος Μαρκόπουλος", kin="Γιώργος Παπαδάκης", kinphone="694 555 0174")
NG = dict(j="NG", name="Ngozi Eberechukwu", dob="12 June 1987", id="70123456789", phone="0803 555 0147", email="ngozi.e@example.org", street="14 Adeola Odeku Street", town="Victoria Island, Lagos", other="Dr Musa Abdullahi", kin="Chinedu Eberechukwu", kinphone="0806 555 0148")
KE = dict(j="KE", name="Wanjiru Kamau", dob="02/09/1993", id="31245678", phone="+254 722 555 019", email="wanjiru.kamau@example.org", street="P.O. Box 4471-00200", town="Nairobi", other="Peter Otieno", kin="Njoroge Kamau", kinphone="0733 555 020")
FR = dict(j="FR", name="Maëlys Charpentier", dob="28 janvier 1985", id="2 85 01 69 123 456 21", phone="06 55 51 20 38", email="m.charpentier@example.org", street="8 bis rue des Lilas", town="69003 Lyon", other="Dr Thierry Vasseur", kin="Hugo Charpentier", kinphone="06 55 51 20 39")
SN = dict(j="FR", name="Aïssatou Diop", dob="05/04/1992", id="", phone="77 555 01 62", email="aissatou.diop@example.org", street="Villa 112, Sicap Liberté 3", town="Dakar", other="Moussa Ndiaye", kin="Ibrahima Diop", kinphone="77 555 01 63")
IE = dict(j="IE", name="Aoife Ní Bhriain", dob="19 October 1976", id="1234567T", phone="087 555 0164", email="aoife@example.org", street="22 Harcourt Terrace", town="Dublin 2", other="Garda Ciarán Doyle", kin="Tomás Ó Briain", kinphone="087 555 0165")
AT = dict(j="AT", name="Leopold Ziegelwanger", dob="30.06.1959", id="1238300659", phone="0664 5550143", email="leopold@example.org", street="Feldgasse 9/3/12", town="1080 Wien", other="Dr. Brigitte Haselsteiner", kin="Hermine Ziegelwanger", kinphone="0664 5550144")
PT = dict(j="PT", name="Joaquim Lobo Antunes", dob="1 de março de 1963", id="123456789", phone="912 555 034", email="joaquim@example.org", street="Rua do Almada 210, 2.º Esq.", town="4050-031 Porto", other="Dra. Filipa Morais", kin="Teresa Antunes", kinphone="912 555 035")

ALL = [("name", "name"), ("dob", "dob"), ("id", "national_id"), ("phone", "phone"), ("email", "email")]


def subject(p, place, *keys):
    return [(p[k], f, place) for k, f in ALL if not keys or k in keys]


def kin(p, place):
    return [(p["kin"], "name", place), (p["kinphone"], "phone", place)]


def fpdf_pages(file, p, lines, values, **box):
    pdf = FPDF()
    pdf.add_font("d", "", SANS)
    pdf.add_font("d", "B", BOLD)
    pdf.set_author(p["other"])
    pdf.add_page()
    for style, size, text in lines:
        pdf.set_font("d", style, size)
        pdf.multi_cell(0, size * 0.55, text, **box)
        pdf.ln(2)
    pdf.output(path(file))
    plant(file, p["j"], *values, (p["other"], "name", "property"))


fpdf_pages("cz-zprava.pdf", CZ, [
    ("B", 14, "Propouštěcí zpráva"),
    ("", 11, f"Pacientka: {CZ['name']}, narozena {CZ['dob']}, rodné číslo {CZ['id']}."),
    ("", 11, f"Bydliště: {CZ['street']}, {CZ['town']}. Telefon: {CZ['phone']}, e-mail: {CZ['email']}."),
    ("", 11, f"Pacientka byla přijata pro bolesti na hrudi. Kontaktní osoba je manžel {CZ['kin']}, tel. {CZ['kinphone']}. Kontrola za dva týdny u praktického lékaře."),
    ("", 11, f"Ošetřující lékař: {CZ['other']}"),
], subject(CZ, "prose") + kin(CZ, "prose") + [(CZ["street"], "address", "prose")])

fpdf_pages("at-kontoauszug.pdf", AT, [
    ("B", 12, "Kontoauszug Nr. 7/2026"),
    ("", 10, f"{AT['name']}\n{AT['street']}\n{AT['town']}"),
    ("", 10, "IBAN AT61 1904 3002 3457 3201    BIC BKAUATWW"),
    ("", 10, f"03.07.  SEPA-Überweisung an {AT['kin']}            -250,00\n05.07.  Gehalt Stadtwerke GmbH                      2.410,33\n09.07.  Bankomat 1080 Wien                                -80,00\n11.07.  Dauerauftrag {AT['other']}, Ordination    -60,00"),
], [(AT["name"], "name", "address"), (AT["street"], "address", "address"), ("AT61 1904 3002 3457 3201", "iban", "line"), (AT["kin"], "name", "line")])

# A page of the web printed by WeasyPrint: two columns of a definition list, a table, a running footer.
from weasyprint import HTML  # noqa: E402
html = f"""<html lang=fi><head><title>Hakemus</title><meta name=author content="{FI['other']}"><style>@page{{@bottom-center{{content:'Käsittelijä {FI['other']}'}}}}
dl{{columns:2}} dt{{font-weight:bold}} table{{border-collapse:collapse}} td,th{{border:1px solid;padding:4px}}</style></head><body><h1>Toimeentulotukihakemus</h1>
<dl><dt>Hakijan nimi<dd>{FI['name']}<dt>Syntymäaika<dd>{FI['dob']}<dt>Henkilötunnus<dd>{FI['id']}<dt>Puhelin<dd>{FI['phone']}<dt>Sähköposti<dd>{FI['email']}<dt>Osoite<dd>{FI['street']}, {FI['town']}</dl>
<h2>Perheenjäsenet</h2><table><tr><th>Nimi<th>Suhde<th>Puhelin<tr><td>{FI['kin']}<td>puoliso<td>{FI['kinphone']}</table></body></html>"""
HTML(string=html).write_pdf(path("fi-hakemus.pdf"))
plant("fi-hakemus.pdf", "FI", *subject(FI, "columns"), (FI["street"], "address", "columns"), *kin(FI, "table"), (FI["other"], "name", "footer"))

html = f"""<html lang=da><body><p>Kære {DK['name']}</p><p>Tak for din henvendelse af 3. marts. Vi har noteret, at du er født den {DK['dob']} (CPR {DK['id']}), og at du nu bor på
{DK['street']}, {DK['town']}. Din mand {DK['kin']} kan træffes på {DK['kinphone']}; dig selv når vi på {DK['phone']} eller {DK['email']}.</p><p>Med venlig hilsen<br>{DK['other']}<br>Sagsbehandler</p></body></html>"""
HTML(string=html).write_pdf(path("dk-brev.pdf"))
plant("dk-brev.pdf", "DK", *subject(DK, "prose"), *kin(DK, "prose"), (DK["other"], "name", "signature"), (DK["street"], "address", "prose"))


def docx_file(file, p, paragraphs, rows, values, header=None):
    import docx
    d = docx.Document()
    d.core_properties.author = "python-docx"
    if header:
        d.sections[0].first_page_header.paragraphs[0].text = header
        d.sections[0].different_first_page_header_footer = True
    for text in paragraphs:
        d.add_paragraph(text)
    if rows:
        t = d.add_table(rows=0, cols=len(rows[0]))
        for row in rows:
            cells = t.add_row().cells
            for cell, text in zip(cells, row):
                cell.text = text
    d.save(path(file))
    plant(file, p["j"], *values)


docx_file("ng-cv.docx", NG, [
    "CURRICULUM VITAE", NG["name"].upper(), f"{NG['street']}, {NG['town']}", f"{NG['phone']} | {NG['email']}", "PERSONAL DATA",
    f"Date of Birth: {NG['dob']}\nSex: Female\nState of Origin: Enugu\nNIN: {NG['id']}", "WORK EXPERIENCE", "2015 to date: Ward Manager, Reddington Hospital, Lagos",
    "REFEREES", f"{NG['other']}, Consultant, 0809 555 0133", f"Mr {NG['kin']}, {NG['kinphone']}",
], None, subject(NG, "cv") + kin(NG, "referee") + [(NG["other"], "name", "referee"), ("0809 555 0133", "phone", "referee"), (NG["street"], "address", "cv")])

docx_file("sk-splnomocnenie.docx", SK, [
    "Splnomocnenie", f"Dolupodpísaný {SK['name']}, nar. {SK['dob']}, rodné číslo {SK['id']}, trvale bytom {SK['street']}, {SK['town']} (ďalej len splnomocniteľ),",
    f"týmto splnomocňujem svoju manželku {SK['kin']}, tel. {SK['kinphone']}, aby ma zastupovala.", f"V Košiciach dňa 2. novembra 2026, {SK['other']}, advokátka",
], None, subject(SK, "prose", "name", "dob", "id") + kin(SK, "prose") + [(SK["other"], "name", "prose"), (SK["street"], "address", "prose"), (SK["other"], "name", "header")], header=f"Advokátska kancelária {SK['other']}")

docx_file("el-aitisi.docx", EL, ["ΑΙΤΗΣΗ", "Προς: Δήμος Αθηναίων"], [
    ["Ονοματεπώνυμο", EL["name"], "Ημ/νία γέννησης", EL["dob"]], ["Τηλέφωνο", EL["phone"], "Email", EL["email"]], ["Διεύθυνση", f"{EL['street']}, {EL['town']}", "Σύζυγος", EL["kin"]],
], subject(EL, "form") + [(EL["kin"], "name", "form"), (EL["street"], "address", "form")])


def soffice(source, target):
    with tempfile.TemporaryDirectory() as folder:
        ending = target.rsplit(".", 1)[1]
        subprocess.run(["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", ending, "--outdir", folder, path(source)], check=True, capture_output=True)
        os.replace(os.path.join(folder, source.rsplit(".", 1)[0] + "." + ending), path(target))


for source, target in [("ng-cv.docx", "ng-cv-copy.odt"), ("sk-splnomocnenie.docx", "sk-splnomocnenie-copy.doc"), ("el-aitisi.docx", "el-aitisi-copy.rtf"), ("ng-cv.docx", "ng-cv-print.pdf"), ("el-aitisi.docx", "el-aitisi-print.pdf")]:
    soffice(source, target)
    known = next(m for m in MANIFEST if m["file"] == source)
    plant(target, known["jurisdiction"], *[(v["value"], v["field"], v["place"]) for v in known["planted"]])


def workbook(file, j, sheets, values):
    import openpyxl
    w = openpyxl.Workbook()
    w.remove(w.active)
    for title, rows in sheets:
        s = w.create_sheet(title)
        for row in rows:
            s.append(row)
    w.save(path(file))
    plant(file, j, *values)


workbook("ke-register.xlsx", "KE", [
    ("Beneficiaries", [["MINISTRY OF HEALTH"], ["Beneficiary register, Kibera"], [], ["S/No", "Full Name", "ID No.", "D.O.B", "Tel", "Remarks"],
                       [1, KE["name"], int(KE["id"]), datetime.date(1993, 9, 2), KE["phone"], "pregnant"],
                       [2, "Brian Kiprotich", 28765432, datetime.date(1988, 1, 17), "0711 555 021", None],
                       [3, "Fatuma Abdi Hassan", 33456712, datetime.date(1996, 12, 30), "0722 555 022", f"next of kin {KE['kin']} {KE['kinphone']}"]]),
    ("Staff", [["Name", "Designation", "Email"], [KE["other"], "CHV", "potieno@example.org"]]),
], [(KE["name"], "name", "table"), (KE["id"], "national_id", "table"), ("1993-09-02", "dob", "table"), (KE["phone"], "phone", "table"), ("Brian Kiprotich", "name", "table"), ("28765432", "national_id", "table"), ("1988-01-17", "dob", "table"), ("0711 555 021", "phone", "table"), ("Fatuma Abdi Hassan", "name", "table"), ("33456712", "national_id", "table"), ("1996-12-30", "dob", "table"), ("0722 555 022", "phone", "table"), (KE["kin"], "name", "remark"), (KE["kinphone"], "phone", "remark"), (KE["other"], "name", "table"), ("potieno@example.org", "email", "table")])

with open(path("fr-export.csv"), "wb") as f:
    f.write("ID_PATIENT;NOM_NAISSANCE;PRENOM;DT_NAISS;TEL_PORTABLE;MEDECIN_TRAITANT\r\n10441;CHARPENTIER;Maëlys;28/01/1985;0655512038;VASSEUR Thierry\r\n10442;BEN YOUSSEF;Karim;11/07/1990;0655512040;VASSEUR Thierry\r\n".encode("cp1252"))
plant("fr-export.csv", "FR", ("CHARPENTIER", "name", "table"), ("Maëlys", "name", "table"), ("28/01/1985", "dob", "table"), ("0655512038", "phone", "table"), ("BEN YOUSSEF", "name", "table"), ("Karim", "name", "table"), ("11/07/1990", "dob", "table"), ("0655512040", "phone", "table"), ("VASSEUR Thierry", "name", "table"))

with open(path("cz-export.csv"), "wb") as f:
    f.write(f"Příjmení,Jméno,Datum narození,Rodné číslo,Telefon\r\nHavránková,Ludmila,03.05.1974,745503/0019,604555871\r\nŽižka,Otakar,24.12.1951,511224/118,604555873\r\n".encode("cp1250"))
plant("cz-export.csv", "CZ", ("Havránková", "name", "table"), ("Ludmila", "name", "table"), ("03.05.1974", "dob", "table"), ("745503/0019", "national_id", "table"), ("604555871", "phone", "table"), ("Žižka", "name", "table"), ("Otakar", "name", "table"), ("24.12.1951", "dob", "table"), ("511224/118", "national_id", "table"), ("604555873", "phone", "table"))

with open(path("ie-case.json"), "w", encoding="utf-8") as f:
    json.dump({"case": {"ref": "C-2026-118", "applicant": {"firstName": "Aoife", "surname": "Ní Bhriain", "dateOfBirth": "1976-10-19", "ppsn": IE["id"], "mobile": IE["phone"], "email": IE["email"]}, "officer": {"name": "Ciarán Doyle"}, "notes": f"Brother {IE['kin']} ({IE['kinphone']}) will collect."}}, f, indent=1)
plant("ie-case.json", "IE", ("Aoife", "name", "json"), ("Ní Bhriain", "name", "json"), ("1976-10-19", "dob", "json"), (IE["id"], "national_id", "json"), (IE["phone"], "phone", "json"), (IE["email"], "email", "json"), ("Ciarán Doyle", "name", "json"), *kin(IE, "json"))

box = mailbox.mbox(path("sn-boite.mbox"))
for subject_line, body in [("Dossier " + SN["name"], f"Bonjour,\n\nJe vous transmets le dossier de Mme {SN['name']}, née le {SN['dob']}, domiciliée {SN['street']}, {SN['town']}.\nSon frère {SN['kin']} est joignable au {SN['kinphone']}.\n\nCordialement,\n{SN['other']}\nTél. 33 555 01 64\n"),
                           ("Re: Dossier", f"Merci Moussa. Son numéro est le {SN['phone']}, son adresse {SN['email']}.\n\nKhady Fall\n")]:
    m = EmailMessage()
    m["From"] = f"{SN['other']} <m.ndiaye@example.org>"
    m["To"] = "Khady Fall <k.fall@example.org>"
    m["Date"] = "Tue, 03 Nov 2026 10:00:00 +0000"
    m["Subject"] = subject_line
    m.set_content(body, cte="quoted-printable")
    box.add(m)
box.flush()
plant("sn-boite.mbox", "SN", *subject(SN, "mail"), *kin(SN, "mail"), (SN["other"], "name", "mail"), ("33 555 01 64", "phone", "mail"), ("Khady Fall", "name", "mail"), ("m.ndiaye@example.org", "email", "mail"), ("k.fall@example.org", "email", "mail"), (SN["street"], "address", "mail"))

with open(path("pt-nota.md"), "w", encoding="utf-8") as f:
    f.write(f"# Nota de acompanhamento\n\n**Utente:** {PT['name']}  \n**Data de nascimento:** {PT['dob']}  \n**NIF:** {PT['id']}  \n**Contacto:** {PT['phone']}\n\n| Familiar | Parentesco | Telemóvel |\n|---|---|---|\n| {PT['kin']} | filha | {PT['kinphone']} |\n\n- Morada: {PT['street']}, {PT['town']}\n- Médica: {PT['other']}\n")
plant("pt-nota.md", "PT", *subject(PT, "markdown", "name", "dob", "phone"), (PT["id"], "tax_id", "markdown"), *kin(PT, "markdown"), (PT["street"], "address", "markdown"), (PT["other"], "name", "markdown"))


# Scans and photos.
def sheet(lines, size=(1240, 1754), font=30, at=(110, 140), step=1.7, back=250):
    image = Image.new("L", size, back)
    draw = ImageDraw.Draw(image)
    x, y = at
    for text in lines:
        bold = text.startswith("*")
        draw.text((x, y), text.lstrip("*"), font=ImageFont.truetype(BOLD if bold else SANS, font), fill=25)
        y += int(font * step)
    return image


fr_lines = ["*COMPTE RENDU DE CONSULTATION", "", f"Patiente : {FR['name']}", f"Née le : {FR['dob']}", f"N° de sécurité sociale : {FR['id']}", f"Adresse : {FR['street']}, {FR['town']}", f"Téléphone : {FR['phone']}", f"Courriel : {FR['email']}", "", "La patiente a été vue ce jour pour un contrôle.", f"Personne à prévenir : {FR['kin']} ({FR['kinphone']})", "", FR["other"]]
fr_values = subject(FR, "scan") + kin(FR, "scan") + [(FR["street"], "address", "scan"), (FR["other"], "name", "scan")]
page = sheet(fr_lines)
page.rotate(-2.2, fillcolor=250).filter(ImageFilter.GaussianBlur(0.7)).convert("1").save(path("fr-fax.tif"), compression="group4", dpi=(150, 150))
plant("fr-fax.tif", "FR", *fr_values)

import img2pdf  # noqa: E402
buffer = io.BytesIO()
page.rotate(90, expand=True).save(buffer, "JPEG", quality=55, dpi=(150, 150))
with open(path("fr-scan-turned.pdf"), "wb") as f:
    f.write(img2pdf.convert(buffer.getvalue()))
plant("fr-scan-turned.pdf", "FR", *fr_values)

# A stamp across the text.
stamped = page.convert("RGB")
draw = ImageDraw.Draw(stamped, "RGBA")
draw.ellipse((150, 180, 620, 480), outline=(30, 60, 180, 120), width=9)
draw.text((230, 300), "REÇU 04 NOV 2026", font=ImageFont.truetype(BOLD, 34), fill=(30, 60, 180, 120))
stamped.save(path("fr-stamped.webp"), quality=70)
plant("fr-stamped.webp", "FR", *fr_values)

dk_lines = ["*SUNDHEDSKORT", f"{DK['name']}", DK["street"], DK["town"], f"CPR-nr. {DK['id']}", f"Læge: {DK['other']}"]
card = sheet(dk_lines, size=(860, 540), font=34, at=(50, 60), back=225)
w, h = card.size
photo = Image.new("L", (1100, 760), 90)
photo.paste(card.transform((w, h), Image.PERSPECTIVE, (1.02, 0.03, -8, 0.015, 1.04, -10, 0.00002, 0.00004), Image.BICUBIC, fillcolor=90), (120, 110))
photo.filter(ImageFilter.GaussianBlur(0.6)).save(path("dk-card.jpg"), quality=60)
plant("dk-card.jpg", "DK", (DK["name"], "name", "photo"), (DK["street"].split(",")[0], "address", "photo"), (DK["id"], "national_id", "photo"), (DK["other"], "name", "photo"))

ke_lines = ["*REPUBLIC OF KENYA", "*NATIONAL ID", f"FULL NAMES: {KE['name'].upper()}", "DATE OF BIRTH: 02.09.1993", "SEX: FEMALE", f"ID NUMBER: {KE['id']}", "PLACE OF ISSUE: NAIROBI"]
sheet(ke_lines, size=(700, 440), font=26, at=(40, 40), back=235).resize((420, 264), Image.BICUBIC).save(path("ke-card-small.png"))
plant("ke-card-small.png", "KE", (KE["name"], "name", "photo"), ("02.09.1993", "dob", "photo"), (KE["id"], "national_id", "photo"))

# One page written, one painted.
pdf = FPDF()
pdf.add_font("d", "", SANS)
pdf.add_page()
pdf.set_font("d", "", 11)
pdf.multi_cell(0, 7, f"Begleitschreiben\n\nSehr geehrte Frau {AT['other']},\nanbei der Befund von Herrn {AT['name']}, geb. {AT['dob']}, SVNR {AT['id']}.")
pdf.add_page()
buffer = io.BytesIO()
sheet(["*BEFUND", f"Name: {AT['name']}", f"Telefon: {AT['phone']}", f"Angehörige: {AT['kin']}, {AT['kinphone']}", "Verlauf unauffällig."]).save(buffer, "PNG")
pdf.image(buffer, x=0, y=0, w=210)
pdf.output(path("at-mixed.pdf"))
plant("at-mixed.pdf", "AT", *subject(AT, "written", "name", "dob", "id"), (AT["other"], "name", "written"), (AT["phone"], "phone", "scan"), *kin(AT, "scan"))

with open(path("manifest.jsonl"), "w", encoding="utf-8") as f:
    for entry in MANIFEST:
        f.write(json.dumps(entry, ensure_ascii=False) + "\n")
print(len(MANIFEST), "files,", sum(len(m["planted"]) for m in MANIFEST), "values")
