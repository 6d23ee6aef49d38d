import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.cms.ContentInfo;
import org.bouncycastle.asn1.gm.GMObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.tsp.TimeStampResponse;
import org.bouncycastle.tsp.TimeStampToken;
import org.bouncycastle.util.Selector;

/**
 * Verifies SM2 signatures with Bouncy Castle. One line of input is one case, its words separated by tabs:
 * raw CERTIFICATE CONTENT SIGNATURE, cms CERTIFICATE CONTENT SIGNATURE, token CERTIFICATE CONTENT REPLY, chain CERTIFICATE ISSUER.
 * One line of output: OK, or REFUSED with the reason.
 */
public class Sm2Judge {
  public static void main(String[] words) throws Exception {
    java.security.Security.addProvider(new BouncyCastleProvider());
    for (String line : new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
      if (line.isEmpty()) continue;
      String[] given = line.split("\t");
      try {
        judge(given);
        System.out.println("OK");
      } catch (Throwable error) {
        System.out.println("REFUSED " + error.getClass().getSimpleName() + ": " + String.valueOf(error.getMessage()).split("\n")[0]);
      }
    }
  }

  static void judge(String[] given) throws Exception {
    X509CertificateHolder certificate = certificate(given[1]);
    switch (given[0]) {
      case "raw": raw(certificate, bytes(given[2]), bytes(given[3])); break;
      case "cms": cms(certificate, certificates(given[1]), bytes(given[2]), bytes(given[3])); break;
      case "token": token(certificate, bytes(given[2]), bytes(given[3])); break;
      case "chain": chain(certificate, certificate(given[2])); break;
      default: throw new IllegalArgumentException(given[0]);
    }
  }

  static void raw(X509CertificateHolder certificate, byte[] content, byte[] signature) throws Exception {
    Signature verifier = Signature.getInstance("SM3withSM2", "BC");
    verifier.initVerify(new JcaX509CertificateConverter().setProvider("BC").getCertificate(certificate).getPublicKey());
    verifier.update(content);
    require(verifier.verify(signature), "the signature does not fit");
  }

  /** Checks what no signature covers: versions, algorithms, content type, DER. */
  static void cms(X509CertificateHolder certificate, Set<X509CertificateHolder> chain, byte[] content, byte[] signature) throws Exception {
    require(Arrays.equals(ContentInfo.getInstance(signature).getEncoded(ASN1Encoding.DER), signature), "not DER");
    require(ContentInfo.getInstance(signature).getContentType().equals(PKCSObjectIdentifiers.signedData), "not signed data");
    CMSSignedData message = new CMSSignedData(new CMSProcessableByteArray(content), signature);
    require(message.getVersion() == 1 && message.getSignedContentTypeOID().equals(PKCSObjectIdentifiers.data.getId()), "other frame");
    require(message.getDigestAlgorithmIDs().size() == 1, "several digests");
    require(message.getDigestAlgorithmIDs().iterator().next().getAlgorithm().equals(GMObjectIdentifiers.sm3), "other digest");
    Selector<X509CertificateHolder> any = null;
    require(new HashSet<>(message.getCertificates().getMatches(any)).equals(chain), "other certificates");
    require(message.getSignerInfos().size() == 1, "not one signer");
    SignerInformation signer = message.getSignerInfos().getSigners().iterator().next();
    require(signer.getVersion() == 1 && signer.getDigestAlgOID().equals(GMObjectIdentifiers.sm3.getId()), "other signer frame");
    require(signer.getSID().match(certificate), "another signer is named");
    require(signer.getEncryptionAlgOID().equals(GMObjectIdentifiers.sm2sign_with_sm3.getId()), "other algorithm");
    require(signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(certificate)), "the signature does not fit");
  }

  static void token(X509CertificateHolder certificate, byte[] content, byte[] reply) throws Exception {
    TimeStampResponse response = new TimeStampResponse(reply);
    require(response.getStatus() == 0, "refused");
    TimeStampToken token = response.getTimeStampToken();
    require(token.getTimeStampInfo().getMessageImprintAlgOID().equals(GMObjectIdentifiers.sm3), "other imprint");
    byte[] digest = MessageDigest.getInstance("SM3", "BC").digest(content);
    require(Arrays.equals(token.getTimeStampInfo().getMessageImprintDigest(), digest), "other content");
    token.validate(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(certificate));
  }

  static void chain(X509CertificateHolder certificate, X509CertificateHolder issuer) throws Exception {
    require(certificate.getIssuer().equals(issuer.getSubject()), "other issuer");
    boolean isValid = certificate.isSignatureValid(new JcaContentVerifierProviderBuilder().setProvider("BC").build(issuer));
    require(isValid, "the signature does not fit");
  }

  static X509CertificateHolder certificate(String path) throws Exception {
    try (PEMParser parser = new PEMParser(Files.newBufferedReader(Path.of(path)))) {
      return (X509CertificateHolder) parser.readObject();
    }
  }

  static Set<X509CertificateHolder> certificates(String path) throws Exception {
    Set<X509CertificateHolder> all = new HashSet<>();
    try (PEMParser parser = new PEMParser(Files.newBufferedReader(Path.of(path)))) {
      for (Object one = parser.readObject(); one != null; one = parser.readObject()) all.add((X509CertificateHolder) one);
    }
    return all;
  }

  static byte[] bytes(String path) throws Exception {
    return Files.readAllBytes(Path.of(path));
  }

  static void require(boolean holds, String why) {
    if (!holds) throw new IllegalStateException(why);
  }
}
