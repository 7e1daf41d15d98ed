"""Makes a corpus of documents with planted values: python make.py OUT. Needs python-docx, openpyxl, python-pptx, reportlab, fpdf2, pypdf, Pillow
and, for the files that LibreOffice writes, soffice on the path. OUT/manifest.jsonl has a line a file: {"file", "jurisdiction", "planted": [{"value",
"field", "place"}]}. Only values that a reader of the file can see or that its properties hold are planted."""
import email.message
import json
import os
import subprocess
import sys
import tempfile

from people import COMMA, LABELS, LETTER, PEOPLE, ROWS, full_name, local_date

OUT = sys.argv[1]
os.makedirs(OUT, exist_ok=True)
MANIFEST = []


def plant(file, locale, *values):
    MANIFEST.append(dict(file=file, jurisdiction=locale[3:], planted=[dict(value=v, field=f, place=p) for v, f, p in values if v]))


def fields_of(locale):
    """Label, shown value, field: everything of the subject."""
    l, p = LABELS[locale], PEOPLE[locale]
    name = f'{p["family"]}, {p["given"]}' if locale in COMMA else full_name(locale)
    shown = dict(name=name, dob=local_date(locale, p["dob"]), **{k: p[k] for k in ("national_id", "health_id", "tax_id", "phone", "email", "address", "iban") if k in p})
    return [(l[k], v, "national_id" if k == "health_id" else k) for k, v in shown.items() if k in l]


def letter(locale):
    p = PEOPLE[locale]
    return [s.format(D=p["doctor"], S=full_name(locale), R=p["relative"], RP=p["relative_phone"]) for s in LETTER[locale]]


def letter_values(locale, place="body"):
    p = PEOPLE[locale]
    return [(full_name(locale), "name", place), (p["doctor"], "name", place), (p["relative"], "name", place), (p["relative_phone"], "phone", place)]


def docx_referral(locale, path=None):
    import docx
    p = PEOPLE[locale]
    d = docx.Document()
    d.core_properties.author = p["typist"]
    d.core_properties.last_modified_by = p["typist"]
    section = d.sections[0]
    section.header.paragraphs[0].text = f'{LABELS[locale]["doctor"]}: {p["doctor"]}'
    section.footer.paragraphs[0].text = f'{LABELS[locale]["phone"]} {p["phone"]}'
    d.add_heading(LABELS[locale]["name"] + " / " + LABELS[locale]["dob"], 1)
    table = d.add_table(rows=0, cols=2)
    for label, value, _ in fields_of(locale):
        cells = table.add_row().cells
        cells[0].text, cells[1].text = label, value
    body = [d.add_paragraph(s) for s in letter(locale)]
    # A name that the writer has cut into several runs.
    run = d.add_paragraph()
    for piece in (p["typist"][:3], p["typist"][3:7], p["typist"][7:]):
        run.add_run(piece).bold = piece != p["typist"][3:7]
    if hasattr(d, "add_comment"):
        d.add_comment(body[1].runs, text=f'{p["relative"]} {p["relative_phone"]}', author=p["typist"], initials="x")
    file = path or f"{locale}-referral.docx"
    d.save(os.path.join(OUT, file))
    return file, [(v, f, "table") for _, v, f in fields_of(locale)] + letter_values(locale) + [(p["typist"], "name", "property")]


def xlsx_list(locale, file=None):
    import datetime
    import openpyxl
    from openpyxl.comments import Comment
    l, p = LABELS[locale], PEOPLE[locale]
    w = openpyxl.Workbook()
    w.properties.creator = p["typist"]
    s = w.active
    s.title = "2026"
    s.append([l["name"], l["dob"], l["phone"], l["email"], l["occupation"]])
    planted = [(p["typist"], "name", "property")]
    for i, (name, dob) in enumerate(ROWS[locale]):
        phone = p["relative_phone"][:-2] + f"{37 + i}"
        mail = f"kontakt{i + 1}.{locale[:2]}@example.net"
        s.append([name, datetime.date.fromisoformat(dob), phone, mail, None])
        planted += [(name, "name", "table"), (dob, "dob", "table"), (phone, "phone", "table"), (mail, "email", "table")]
    s["A2"].comment = Comment(f'{p["relative"]}', p["doctor"])
    planted += [(p["relative"], "name", "comment"), (p["doctor"], "name", "comment")]
    h = w.create_sheet("x")
    h.sheet_state = "hidden"
    h.append([l["family"], l["given"], l["address"]])
    h.append([p["family"], p["given"], p["address"]])
    planted += [(p["family"], "name", "hidden"), (p["address"], "address", "hidden")]
    file = file or f"{locale}-list.xlsx"
    w.save(os.path.join(OUT, file))
    return file, planted


def pptx_case(locale):
    from pptx import Presentation
    from pptx.util import Inches
    p = PEOPLE[locale]
    pr = Presentation()
    pr.core_properties.author = p["typist"]
    pr.core_properties.last_modified_by = p["typist"]
    s = pr.slides.add_slide(pr.slide_layouts[1])
    s.shapes.title.text = full_name(locale)
    s.placeholders[1].text = "\n".join(letter(locale)[1:3])
    s.notes_slide.notes_text_frame.text = f'{LABELS[locale]["phone"]}: {p["phone"]}'
    t = pr.slides.add_slide(pr.slide_layouts[5]).shapes.add_table(3, 2, Inches(1), Inches(2), Inches(6), Inches(1)).table
    for i, (label, value, _) in enumerate(fields_of(locale)[:3]):
        t.cell(i, 0).text, t.cell(i, 1).text = label, value
    file = f"{locale}-case.pptx"
    pr.save(os.path.join(OUT, file))
    return file, [(full_name(locale), "name", "body"), (p["relative"], "name", "body"), (p["relative_phone"], "phone", "body"), (p["phone"], "phone", "notes"), (p["typist"], "name", "property")] + [(v, f, "table") for _, v, f in fields_of(locale)[:3]]


def eml_mail(locale):
    p = PEOPLE[locale]
    m = email.message.EmailMessage()
    sender = f'{p["doctor"].split()[-1].lower().encode("ascii", "ignore").decode() or "d"}@example.com'
    m["From"] = f'{p["doctor"]} <{sender}>'
    m["To"] = f'{full_name(locale)} <{p["email"]}>'
    m["Subject"] = f'{full_name(locale)}, {local_date(locale, p["dob"])}'
    m["Date"] = "Mon, 02 Nov 2026 09:14:00 +0100"
    m.set_content("\n\n".join(letter(locale)))
    m.add_alternative("<html><body>" + "".join(f"<p>{s}</p>" for s in letter(locale)) + "</body></html>", subtype="html")
    sub, planted = docx_referral(locale, "_attached.docx")
    with open(os.path.join(OUT, sub), "rb") as f:
        m.add_attachment(f.read(), maintype="application", subtype="vnd.openxmlformats-officedocument.wordprocessingml.document", filename="brief.docx")
    os.remove(os.path.join(OUT, sub))
    file = f"{locale}-mail.eml"
    with open(os.path.join(OUT, file), "wb") as f:
        f.write(bytes(m))
    return file, letter_values(locale) + [(sender, "email", "header"), (p["email"], "email", "header")] + [(v, f, "attachment") for v, f, place in planted if place in ("table", "property")]


FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def pdf_form(locale):
    """reportlab: a form with fields, and a page in two columns."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen import canvas
    pdfmetrics.registerFont(TTFont("D", FONT))
    p = PEOPLE[locale]
    file = f"{locale}-form.pdf"
    c = canvas.Canvas(os.path.join(OUT, file))
    c.setAuthor(p["typist"])
    c.setFont("D", 11)
    y = 780
    rows = fields_of(locale)
    for label, value, _ in rows[:-1]:
        c.drawString(60, y, label)
        c.drawString(260, y, value)
        y -= 24
    label, value, _ = rows[-1]
    c.drawString(60, y, label)
    c.acroForm.textfield(name="f1", tooltip=p["relative"], x=260, y=y - 6, width=240, height=18, value=value, fontSize=9)
    c.showPage()
    c.setFont("D", 9)
    left = [LABELS[locale]["doctor"], p["doctor"], LABELS[locale]["phone"], p["relative_phone"]]
    right = [LABELS[locale]["relative"], p["relative"], LABELS[locale]["email"], p["email"]]
    for i, (a, b) in enumerate(zip(left, right)):
        c.drawString(60, 760 - 14 * i, a)
        c.drawString(320, 760 - 14 * i, b)
    c.showPage()
    c.save()
    return file, [(v, f, "body") for _, v, f in rows[:-1]] + [(rows[-1][1], rows[-1][2], "form"), (p["doctor"], "name", "columns"), (p["relative"], "name", "columns"), (p["relative_phone"], "phone", "columns"), (p["typist"], "name", "property")]


def html_page(locale):
    p = PEOPLE[locale]
    rows = "".join(f"<tr><th>{a}</th><td>{v}</td></tr>" for a, v, _ in fields_of(locale))
    page = f'<!doctype html><html><head><meta charset="utf-8"><meta name="author" content="{p["typist"]}"><title>{full_name(locale)}</title></head><body><h1>{LABELS[locale]["name"]}</h1><table>{rows}</table>' + "".join(f"<p>{s}</p>" for s in letter(locale)) + f'<p style="display:none">{p["relative"]}</p></body></html>'
    file = f"{locale}-page.html"
    with open(os.path.join(OUT, file), "w", encoding="utf-8") as f:
        f.write(page)
    return file, [(v, f, "table") for _, v, f in fields_of(locale)] + letter_values(locale) + [(p["typist"], "name", "property")]


def csv_table(locale):
    l, p = LABELS[locale], PEOPLE[locale]
    lines = [";".join([l["family"], l["given"], l["dob"], l["phone"]])]
    planted = []
    for i, (name, dob) in enumerate(ROWS[locale]):
        parts = name.split()
        given, family = (parts[-1], " ".join(parts[:-1])) if locale == "hu-HU" else (parts[0], " ".join(parts[1:]))
        phone = p["relative_phone"][:-2] + f"{51 + i}"
        lines.append(";".join([family, given, local_date(locale, dob), phone]))
        planted += [(family, "name", "table"), (given, "name", "table"), (local_date(locale, dob), "dob", "table"), (phone, "phone", "table")]
    encoding = {"en": "utf-8", "pl": "windows-1250", "hu": "windows-1250", "ro": "utf-16"}.get(locale[:2], "windows-1252")
    file = f"{locale}-table.csv"
    with open(os.path.join(OUT, file), "wb") as f:
        f.write(("\r\n".join(lines) + "\r\n").encode(encoding, "replace"))
    # Characters that the encoding lacks are not in the file.
    return file, [value for value in planted if "?" not in value[0].encode(encoding, "replace").decode(encoding)]


def scan(locale):
    """A card as a picture, slightly turned."""
    from PIL import Image, ImageDraw, ImageFont
    image = Image.new("L", (1000, 560), 238)
    d = ImageDraw.Draw(image)
    big, small = ImageFont.truetype(FONT, 30), ImageFont.truetype(FONT, 26)
    rows = fields_of(locale)[:3]
    y = 60
    for label, value, _ in rows:
        d.text((60, y), label, font=small, fill=90)
        d.text((60, y + 36), value, font=big, fill=20)
        y += 130
    image = image.rotate(1.2, fillcolor=238)
    file = f"{locale}-card.png"
    image.save(os.path.join(OUT, file))
    return file, [(v, f, "scan") for _, v, f in rows]


def soffice(source, target):
    """LibreOffice writes `source` again in another format, named by the ending."""
    with tempfile.TemporaryDirectory() as folder:
        ending = target.rsplit(".", 1)[1]
        subprocess.run(["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", ending, "--outdir", folder, os.path.join(OUT, source)], check=True, capture_output=True)
        os.replace(os.path.join(folder, source.rsplit(".", 1)[0] + "." + ending), os.path.join(OUT, target))


CONVERTED = ["odt", "rtf", "pdf", "doc", "epub"]
for number, locale in enumerate(PEOPLE):
    for maker in (docx_referral, xlsx_list, pptx_case, eml_mail, pdf_form, html_page, csv_table, scan):
        if maker is pptx_case and number % 2:
            continue
        file, planted = maker(locale)
        plant(file, locale, *planted)
    source, planted = f"{locale}-referral.docx", MANIFEST[-8 if not number % 2 else -7]["planted"]
    ending = CONVERTED[number % len(CONVERTED)]
    target = f"{locale}-letter.{ending}"
    soffice(source, target)
    values = [(v["value"], v["field"], v["place"]) for v in planted]
    plant(target, locale, *values)
    if number % 3 == 0:
        target = f"{locale}-sheet.ods"
        soffice(f"{locale}-list.xlsx", target)
        # LibreOffice leaves out who wrote a comment.
        plant(target, locale, *[(v["value"], v["field"], v["place"]) for v in next(m for m in MANIFEST if m["file"] == f"{locale}-list.xlsx")["planted"] if v["value"] != PEOPLE[locale]["doctor"]])

with open(os.path.join(OUT, "manifest.jsonl"), "w", encoding="utf-8") as f:
    for entry in MANIFEST:
        f.write(json.dumps(entry, ensure_ascii=False) + "\n")
print(len(MANIFEST), "files")
