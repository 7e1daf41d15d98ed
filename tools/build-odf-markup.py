"""Writes data/odf-markup.json, the elements and attributes that OpenDocument files may have, from the tables of names in odfpy 1.4.1 (which were
derived from the RELAX NG schema of OpenDocument 1.2): python tools/build-odf-markup.py. Only names are taken: of each element its attributes, of each
attribute whether its type is free text, and whether the element has text."""
import json
import os

import odf.attrconverters as converters
import odf.grammar as grammar

FREE = {"cnv_string", "cnv_anyURI", "cnv_NCName", "cnv_NCNames", "cnv_formula", "cnv_ID", "cnv_IDREF", "cnv_DrawNameRef", "cnv_StyleNameRef", "cnv_token", "cnv_namespacedToken"}
# Additions of LibreOffice to OpenDocument 1.2, and MathML, which odfpy does not list.
LATER = {
    "loext": {"graphic-properties": "", "sender-initials": "=*"},
    "chartooo": {},
    "calcext": {},
    "math": {
        **{name: "=*" for name in "mi mn mo mtext ms".split()},
        **{name: "" for name in "math semantics mrow mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose msub msup msubsup munder mover munderover mmultiscripts mtable mtr mtd mspace none mprescripts".split()},
    },
}
MATH = "math:columnalign math:display math:fence math:form math:lspace math:mathvariant math:maxsize math:minsize math:open math:close math:rspace math:separator math:stretchy math:symmetric math:accent math:linethickness math:displaystyle math:scriptlevel"
EXTRA = {"table:table-cell": "calcext:value-type", "style:style": "loext:hidden"}
SKIPPED = {"config", "xforms", "db", "rdfa", "koffice", "grddl", "rpt", "xsd", "xsi", "dom", "css3t", "formx", "field", "script", "manifest", "xhtml"}

prefixes = {**grammar.nsdict, "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0": "calcext"}
types = {}
for key, converter in converters.attrconverters.items():
    (namespace, name), element = key
    types.setdefault((namespace, name), set()).add(converter.__name__ in FREE)
elements = {}
for (namespace, name), attributes in grammar.allowed_attributes.items():
    prefix = prefixes[namespace]
    if prefix in SKIPPED or prefix in LATER:
        continue
    listed = []
    for attribute_namespace, attribute in attributes or []:
        if prefixes[attribute_namespace] in SKIPPED:
            continue
        free = True in types.get((attribute_namespace, attribute), {True})
        listed.append(f"{prefixes[attribute_namespace]}:{attribute}{'*' if free else ''}")
    if (namespace, name) in grammar.allows_text:
        listed.append("=*")
    if f"{prefix}:{name}" in EXTRA:
        listed += EXTRA[f"{prefix}:{name}"].split()
    elements.setdefault(prefix, {})[name] = " ".join(sorted(listed))
for prefix, names in LATER.items():
    elements.setdefault(prefix, {}).update({name: " ".join(sorted(([text] if text else []) + (MATH.split() if prefix == "math" else []))) for name, text in names.items()})
uris = {prefix: uri for uri, prefix in prefixes.items() if prefix not in SKIPPED}
out = {
    "source": "OpenDocument 1.2 (OASIS), by odfpy 1.4.1; MathML 3",
    "namespaces": dict(sorted(uris.items())),
    "codes": [],
    "elements": {prefix: dict(sorted(names.items())) for prefix, names in sorted(elements.items())},
}
with open(os.path.join(os.path.dirname(__file__), "..", "data", "odf-markup.json"), "w") as file:
    json.dump(out, file, indent=1)
    file.write("\n")
